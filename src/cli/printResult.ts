import { writeCompactJson } from '../codec/goJson/writeJson.ts'
import type { CommandContext } from './CommandContext.ts'

/** Prints a command's result as compact JSON with Go's escapes, or as YAML. */
export async function printResult(context: CommandContext, value: unknown): Promise<void> {
	if (context.output === 'json') {
		context.io.stdout(`${goJson(value)}\n`)
		return
	}
	const { goYaml } = await import('./goYaml.ts')
	context.io.stdout(goYaml(value))
}

/** Compact JSON in insertion order with the escapes of Go's encoding/json, also for terminal control characters. */
export function goJson(value: unknown): string {
	return writeCompactJson(value).replace(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
}
