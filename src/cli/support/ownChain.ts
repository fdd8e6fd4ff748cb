import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import type { CommandContext } from '../CommandContext.ts'
import { settingFlags } from './home.ts'

/**
 * The configuration of a node of this home, flags included.
 *
 * @throws {UserError} for a bad value.
 */
export function nodeConfig(context: CommandContext): NodeConfig & { readonly home: string } {
	const config = resolveNodeConfig(settingFlags(context.flags), context.io.env)
	return { ...config, home: config.home ?? '' }
}

/** Whether a home has a chain. */
export function hasChain(home: string): boolean {
	return existsSync(join(home, 'data', 'CURRENT'))
}

/**
 * Two processes cannot open one database.
 *
 * @throws {UserError} while a node runs on the home.
 */
export function refuseWhileRunning(home: string): void {
	const node = readRunningNode(home)
	if (!node) return
	throw new UserError(`A node runs on ${home} (process ${node.pid}).`, {
		next: 'Stop it first, or do this on its Node screen in the app.',
	})
}

/**
 * Checks that the home has a chain.
 *
 * @throws {UserError} if it has none.
 */
export function needChain(home: string): void {
	if (hasChain(home)) return
	throw new UserError(`There is no chain in ${home}.`, {
		next: 'Make one with `chain-tui init`, or choose another folder with --home.',
	})
}
