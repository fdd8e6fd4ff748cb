import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { UserError } from '../../errors/UserError.ts'

/** File names of the engine. */
const names = ['cometbft', 'tendermint']

/** Path of the engine: the given one, CHAIN_TUI_ENGINE's, or the search path's first. @throws {UserError} if none */
export function findEngine(asked: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
	const named = asked ?? env.CHAIN_TUI_ENGINE
	if (named !== undefined && named !== '') {
		if (isProgram(named)) return resolve(named)
		throw new UserError(`${named} is no program that can be run.`, {
			next: 'Give --engine the path of a CometBFT 0.34.',
		})
	}
	for (const folder of (env.PATH ?? '').split(delimiter)) {
		const found = names.map((name) => join(folder, name)).find(isProgram)
		if (found !== undefined) return found
	}
	throw new UserError('No engine was found.', {
		why: `Neither ${names.join(' nor ')} is on the search path.`,
		next: 'Give the path of a CometBFT or Tendermint 0.34 with --engine PATH. `node scripts/engine.js` builds one, see docs/networks.md.',
	})
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
