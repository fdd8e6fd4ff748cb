import { parseArgs } from 'node:util'
import { settings } from '../node/settings.ts'
import type { Flags } from './CommandContext.ts'

/** Program flags besides the settings of a node whose values the command tree does not check. */
const appOnly = ['node', 'rest-url', 'eth-url'] as const

/**
 * The flags of a command line without a command, under their camelCase names. The terminal app then starts without
 * loading the command tree. Undefined for every other command line, also a faulty one, which the tree reports.
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
