package symm

import "strings"

// Lookup returns the setting that a person names: the number of a group or a name as ByName
// reads it, with a choice of axes, cell or origin behind a colon ("225", "227:2", "P 21/c").
func Lookup(text string, shape Shape) (s Setting, sure, ok bool) {
	number, choice, isNumber := groupNumber(text)
	if !isNumber {
		return ByName(text, shape)
	}
	if s, sure, ok = ByNumber(number, shape); ok && choice != "" {
		s, ok = WithChoice(number, choice)
		sure = ok
	}
	return s, sure, ok
}

// groupNumber reads "225" or "227:2".
func groupNumber(text string) (number int, choice string, ok bool) {
	head, choice, _ := strings.Cut(strings.TrimSpace(text), ":")
	head = strings.TrimSpace(head)
	if head == "" || len(head) > 3 {
		return 0, "", false
	}
	for _, c := range head {
		if c < '0' || c > '9' {
			return 0, "", false
		}
		number = 10*number + int(c-'0')
	}
	return number, strings.TrimSpace(choice), true
}
