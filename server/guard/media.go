package guard

import (
	"mime"
	"strconv"
	"strings"
)

// isJSON reports whether a Content-Type is JSON text: application/json, in UTF-8
// if it says so.
func isJSON(contentType string) bool {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "application/json" {
		return false
	}
	charset, ok := params["charset"]
	return !ok || strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// admits reports whether an Accept header admits a media type: the most specific
// range that matches decides, and one with q=0 says no (RFC 9110, 12.5.1).
func admits(accept, mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	best, admitted := 0, false
	for element := range strings.SplitSeq(accept, ",") {
		mediaRange, params, _ := strings.Cut(element, ";")
		specific := 0
		switch strings.ToLower(strings.TrimSpace(mediaRange)) {
		case mediaType:
			specific = 3
		case kind + "/*":
			specific = 2
		case "*/*":
			specific = 1
		}
		if specific > best {
			best, admitted = specific, quality(params) > 0
		}
	}
	return admitted
}

// AcceptsGzip reports whether an Accept-Encoding header admits gzip (RFC 9110, 12.5.3).
func AcceptsGzip(accept []string) bool {
	named, admitted := false, false
	for element := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		coding, params, _ := strings.Cut(element, ";")
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip", "x-gzip":
			named, admitted = true, quality(params) > 0
		case "*":
			if !named {
				admitted = quality(params) > 0
			}
		}
	}
	return admitted
}

// quality reads the weight of a media range; 1 when it states none. A malformed
// weight counts as 0: what a client did not clearly ask for it does not get.
func quality(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(param, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return 0
			}
			return q
		}
	}
	return 1
}
