package depict

// theme is the colors of a picture. Text has a contrast of at least 4.5:1 against the
// surfaces of the page in the same theme (WCAG 2.2, 1.4.3).
type theme struct {
	ink, muted, accent string
	elements           [10]string
}

// Columns of theme.elements.
const (
	blue = iota
	red
	olive
	green
	leaf
	brown
	violet
	orange
	tan
	steel
)

var light = theme{
	ink: "#171a21", muted: "#5b6472", accent: "#2456d6",
	elements: [10]string{
		blue: "#2246c4", red: "#c1121f", olive: "#756200", green: "#1c7430", leaf: "#2c6e1f",
		brown: "#8c3a16", violet: "#6b2fa0", orange: "#a34a00", tan: "#84552a", steel: "#4b5568",
	},
}

var dark = theme{
	ink: "#e8ebf1", muted: "#a3acbb", accent: "#7aa2ff",
	elements: [10]string{
		blue: "#8fabff", red: "#ff8a80", olive: "#e3c94f", green: "#7bd88f", leaf: "#a5d86e",
		brown: "#e0a07c", violet: "#cfa8ff", orange: "#ffb168", tan: "#d9b48f", steel: "#b3bccb",
	},
}

// of returns the color of an element's label.
func (t *theme) of(z uint8) string {
	switch z {
	case 0, 1, 6:
		return t.ink
	case 7:
		return t.elements[blue]
	case 8:
		return t.elements[red]
	case 9:
		return t.elements[leaf]
	case 17:
		return t.elements[green]
	case 35:
		return t.elements[brown]
	case 53:
		return t.elements[violet]
	case 15:
		return t.elements[orange]
	case 16, 34, 52:
		return t.elements[olive]
	case 5, 14:
		return t.elements[tan]
	}
	return t.elements[steel]
}
