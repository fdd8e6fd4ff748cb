import { Document, type Scalar, visit } from 'yaml'

/** Texts that YAML 1.1 reads as another type, as in gopkg.in/yaml.v2 resolve.go. */
const notText = [
	/^(?:|~|null|Null|NULL|<<)$/,
	/^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
	/^[-+]?(?:\.inf|\.Inf|\.INF)$|^\.(?:nan|NaN|NAN)$/,
	/^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)$/,
	/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/,
	/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
	/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?$/,
]

/**
 * Formats a value as YAML in the framework's style (client/context.go printOutput through gopkg.in/yaml.v2): keys in
 * alphabetical order, lists not indented, quotes where plain text would be read as another type.
 */
export function goYaml(value: unknown): string {
	const document = new Document(value, { version: '1.1', sortMapEntries: true, aliasDuplicateObjects: false })
	visit(document, {
		Scalar: (_key, node) => {
			if (typeof node.value === 'string') node.type = styleOf(node.value)
		},
	})
	const text = document.toString({ lineWidth: 0, indentSeq: false, singleQuote: true })
	return text.replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Characters that control a terminal or the text direction. They are always escaped, because texts of the chain are
 * untrusted. The line break is not among them; the library escapes the other C0 characters.
 */
const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

function styleOf(text: string): Scalar.Type {
	if (control.test(text)) return 'QUOTE_DOUBLE'
	if (text.includes('\n')) return 'BLOCK_LITERAL'
	return notText.some((pattern) => pattern.test(text)) ? 'QUOTE_DOUBLE' : 'PLAIN'
}
