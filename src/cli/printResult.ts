import type { CommandContext } from './CommandContext.ts'

/** Prints a command's result: compact JSON as Go escapes it, or YAML. */
export async function printResult(context: CommandContext, value: unknown): Promise<void> {
	if (context.output === 'json') {
		context.io.stdout(`${goJson(value)}\n`)
		return
	}
	const { goYaml } = await import('./goYaml.ts')
	context.io.stdout(goYaml(value))
}

/** Compact JSON in insertion order with the escapes of Go's encoding/json, and those controls escaped that a terminal obeys. */
export function goJson(value: unknown): string {
	return JSON.stringify(value).replace(/[<>&\u007f-\u009f\u2028\u2029]|\\[bf\\]/g, (match) => {
		// A backslash that is itself escaped stays; it must be consumed so that what follows is not mistaken for an escape.
		if (match === '\\\\') return match
		return `\\u${(shortEscapes[match] ?? match.charCodeAt(0)).toString(16).padStart(4, '0')}`
	})
}

const shortEscapes: Readonly<Record<string, number>> = { '\\b': 8, '\\f': 12 }
