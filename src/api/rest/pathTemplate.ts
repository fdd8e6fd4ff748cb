import { BugError } from '../../errors/BugError.ts'

/** One part of a route's path: a fixed text, or a field. */
export type PathPart =
	| { readonly kind: 'literal'; readonly text: string }
	| { readonly kind: 'field'; readonly name: string }

/** Parts of a google.api.http path such as `/cosmos/bank/v1beta1/supply/{denom}`. Only whole parts may be fields. */
export function parsePathTemplate(template: string): readonly PathPart[] {
	return template
		.slice(1)
		.split('/')
		.map((text) => {
			const name = /^\{([A-Za-z_]\w*)\}$/.exec(text)?.[1]
			if (name !== undefined) return { kind: 'field', name }
			if (!/^[\w-]+$/.test(text)) throw new BugError(`path part ${text} of ${template} is not supported`)
			return { kind: 'literal', text }
		})
}

/** The values of a path's fields in order; undefined if the path does not match. */
export function matchPath(parts: readonly PathPart[], components: readonly string[]): readonly string[] | undefined {
	if (parts.length !== components.length) return undefined
	const values: string[] = []
	// Routes differ most towards their ends.
	for (let i = parts.length - 1; i >= 0; i--) {
		const part = parts[i]!
		if (part.kind === 'literal' && part.text !== components[i]) return undefined
	}
	for (let i = 0; i < parts.length; i++) if (parts[i]!.kind === 'field') values.push(components[i]!)
	return values
}
