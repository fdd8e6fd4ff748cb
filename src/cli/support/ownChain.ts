import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import type { CommandContext } from '../CommandContext.ts'
import { settingFlags } from './home.ts'

/**
 * The configuration a node of this home would be started with, flags included.
 *
 * @throws {UserError}
 */
export function nodeConfig(context: CommandContext): NodeConfig & { readonly home: string } {
	const config = resolveNodeConfig(settingFlags(context.flags), context.io.env)
	return { ...config, home: config.home ?? '' }
}

/** Whether a chain was ever begun in a home. */
export function hasChain(home: string): boolean {
	return existsSync(join(home, 'data', 'CURRENT'))
}

/** Throws UserError while a node runs on the home: two processes cannot open one database. */
export function refuseWhileRunning(home: string): void {
	const node = readRunningNode(home)
	if (!node) return
	throw new UserError(`A node runs on ${home} (process ${node.pid}).`, {
		next: 'Stop it first, or do this on its Node screen in the app.',
	})
}

/** Throws UserError when the home has no chain. */
export function needChain(home: string): void {
	if (hasChain(home)) return
	throw new UserError(`There is no chain in ${home}.`, {
		next: 'Make one with `chain-tui init`, or choose another folder with --home.',
	})
}
