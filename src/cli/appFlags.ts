import { parseArgs } from 'node:util'
import { settings } from '../node/settings.ts'
import type { Flags } from './CommandContext.ts'

/** Program flags besides the settings of a node, as the app takes them; the command tree has the same ones. */
const appOnly = ['node', 'rest-url'] as const

/**
 * The flags of a command line that names no command, under their camelCase names: then the terminal app starts at once,
 * without loading the command tree. Undefined for every other command line, also a faulty one, which the tree explains.
 */
export function appFlags(argv: readonly string[]): Flags | undefined {
	const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = { accessible: { type: 'boolean' } }
	for (const name of appOnly) options[name] = { type: 'string' }
	for (const { flag } of settings) {
		options[flag.slice(2).split(' ')[0]!] = { type: flag.includes('<') ? 'string' : 'boolean' }
	}
	try {
		const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false })
		return Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value]))
	} catch {
		return undefined
	}
}

function camelCase(name: string): string {
	return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}
