import { existsSync } from 'node:fs'
import { settings } from '../../node/settings.ts'
import type { CommandContext } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { nodeConfig } from '../support/ownChain.ts'

/** Path of the bundled code of serving threads, beside this bundle; undefined if not bundled. */
const servingUrl = new URL('./serving.js', import.meta.url)
const serving = existsSync(servingUrl) ? { servingUrl } : {}

/** `start` */
export const start: CommandSpec = {
	name: 'start',
	description: 'run the node alone until it is stopped',
	settings: settings.map(({ name }) => name),
	examples: [
		'start',
		'start --block-mode instant --chain-id chain_2222-1',
		'start --home /tmp/second --rpc 127.0.0.1:36657',
	],
	details:
		'On a terminal it prints who has coins, where it listens and what to try, then events. Piped, or with --output json,\none line `ready {"rpc":…,"rest":…,"height":…}` goes to standard output when all listeners are up, and log lines as JSON to\nstandard error. All settings of the program are flags of this command.',
	run: async (context) => {
		const config = await configOrMigrated(context)
		const [{ createNode }, { stderrLog }] = await Promise.all([
			import('../../node/createNode.ts'),
			import('../support/stderrLog.ts'),
		])
		const { log: jsonLog, fail } = await stderrLog()
		const words = context.io.onTerminal === true && context.output === 'text'
		const terminal = words
			? (await import('../support/startOnTerminal.ts')).startOnTerminal(context, config)
			: undefined
		const log = terminal?.log ?? jsonLog
		let failed = false
		let onFailure: (cause: unknown) => void = fail
		const stopped = new Promise<void>((resolve) => {
			if (context.io.stopped.aborted) resolve()
			context.io.stopped.addEventListener('abort', () => resolve(), { once: true })
			onFailure = (cause) => {
				failed = true
				fail(cause)
				resolve()
			}
		})
		const node = await createNode(config, { log, onFailure: (cause) => onFailure(cause), ...serving })
		if (terminal === undefined) {
			const { pid: _pid, chainId, ...addresses } = node.addresses
			context.io.stdout(`ready ${JSON.stringify({ ...addresses, chainId, height: node.engine.height })}\n`)
		} else {
			// A failed greeting must not stop the node.
			terminal.greet(node).catch((error: unknown) => log('warn', 'start', String(error)))
		}
		await stopped
		terminal?.end()
		log('info', 'node', 'stopping')
		await node.close()
		return failed ? 1 : 0
	},
}

/**
 * The configuration of the node. For a genesis of generation 8 a terminal is offered the migration first.
 *
 * @throws {UserError} for a bad value, and for such a genesis elsewhere.
 */
async function configOrMigrated(context: CommandContext): Promise<ReturnType<typeof nodeConfig>> {
	try {
		return nodeConfig(context)
	} catch (cause) {
		const { OldGenesisError } = await import('../../node/resolveNodeConfig.ts')
		if (!(cause instanceof OldGenesisError) || !context.io.interactive) throw cause
		const { file, target } = cause
		const { io } = context
		io.stderr(`${cause.message}\n${cause.why}\n`)
		const answer = await io.prompt(`Enter migrates it to ${target} and starts with that, n leaves: `)
		if (!['', 'y', 'yes'].includes(answer.trim().toLowerCase())) throw cause
		const { migrateFile, migrationText } = await import('./migrate.ts')
		io.stderr(migrationText(await migrateFile(context, file, target, {})))
		return nodeConfig({ ...context, flags: { ...context.flags, genesis: target } })
	}
}
