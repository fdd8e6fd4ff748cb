/** A value of a body or query as a person gives it: by a command's argument or flag, and in a form. */
export interface Field {
	/** `count` is a whole number, `entries` a list, `time` a date or days (`30d`), `hours` whole, `switch` on or off. */
	readonly kind: 'text' | 'email' | 'choice' | 'count' | 'entries' | 'time' | 'hours' | 'switch'
	/** What a form calls it. */
	readonly label: string
	/** What a command calls it: an argument by its place, as the usage line shows it, or a flag in commander's notation. */
	readonly argument?: string
	readonly flag?: string
	/** Of the flag. */
	readonly description?: string
	/** The name an error begins with, where it is not that of the flag: `A cap`. */
	readonly noun?: string
	/** Whether the argument may be left out. */
	readonly optional?: boolean
	/** What a command takes when nothing is given. */
	readonly initial?: string
	/** Values of a choice with their labels; in a form also those of other kinds, the first one chosen. */
	readonly choices?: Readonly<Record<string, string>>
	/** The text that means no value (null): `none`, `never`. In a form that is an empty field. */
	readonly none?: string
	/** What a form may not leave empty, or may not take. */
	readonly wrong?: string
	readonly placeholder?: string
	readonly hint?: string
	/** Whether forms do without it. */
	readonly commandOnly?: boolean
}

/** A field's value, or why a text is none. */
export type FieldValue = { readonly value: unknown } | { readonly problem: string; readonly next?: string }

const timeForm = 'Write a time as 2026-11-21 or 2026-11-21T10:00:00Z.'
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Reads the text of a field. `name` begins the texts of problems: a flag, or the noun of the field. */
export function readField(field: Field, name: string, text: string): FieldValue {
	if (text === field.none) return { value: null }
	switch (field.kind) {
		case 'text':
			return { value: text }
		case 'email':
			return { value: text.trim() }
		case 'choice': {
			// In the order of the usage line, where there is one.
			const choices = field.argument?.split('|') ?? Object.keys(field.choices ?? {})
			if (choices.includes(text)) return { value: text }
			return { problem: `The ${field.label} is ${[choices.slice(0, -1).join(', '), choices.at(-1)].join(' or ')}.` }
		}
		case 'switch':
			return text === 'on' || text === 'off' ? { value: text === 'on' } : { problem: 'Say on or off.' }
		case 'entries':
			return { value: text.split(/[\s,]+/).filter((entry) => entry !== '') }
		case 'count':
		case 'hours': {
			const digits = text.trim().replaceAll(/(?<=\d)[,_](?=\d)/g, '')
			const value = Number(digits)
			if (!/^\d+$/.test(digits) || !Number.isSafeInteger(value)) {
				return { problem: `${name} is a whole number, not "${text}".` }
			}
			return { value: field.kind === 'hours' ? value * hourMs : value }
		}
		case 'time': {
			const days = /^(\d{1,5})d$/.exec(text)?.[1]
			const value = days === undefined ? Date.parse(text) : Date.now() + Number(days) * dayMs
			return Number.isNaN(value) ? { problem: `${name} cannot be "${text}".`, next: timeForm } : { value }
		}
	}
}
