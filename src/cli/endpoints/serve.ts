import { UserError } from '../../errors/UserError.ts'
import { textFlag, UsageError, untilStopped } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { nodeConfig } from '../support/home.ts'

/** `endpoints serve` */
export const endpointsServe: CommandSpec = {
	name: 'serve',
	settings: ['endpoints', 'manage', 'database', 'minimumGasPrices'],
	description: 'run a gateway of the private endpoints alone, over nodes of a network',
	examples: [
		'endpoints serve --database postgres://gateway@db.internal/endpoints --upstream http://10.0.0.1:26657,http://10.0.0.2:26657 --endpoints 0.0.0.0:8545',
	],
	details:
		'Any number of gateways share a database: accounts, keys, counts and the newest height that one of them has answered, so that\nno client sees an older one. The first node that is well answers; another takes over. endpoints.json of the home has TLS,\npublicUrl and trusted proxies. `ready {"endpoints":…}` goes to standard output once it listens.',
	flags: [{ flag: '--upstream <urls>', description: 'RPC of the nodes, comma-separated, the preferred one first' }],
	run: async (context) => {
		const { io } = context
		const upstreams = textFlag(context, 'upstream')
		if (upstreams === undefined) throw new UsageError('required flag(s) "upstream" not set')
		const config = nodeConfig(context)
		const { database, home } = config
		if (database === undefined) throw new UsageError('required flag(s) "database" not set')
		const listener = config.listeners.endpoints
		if (!listener.on) throw new UsageError('--endpoints is the address to listen on, not off')
		const [{ FleetUpstream }, { startEndpoints }, { evmChainIdOf }, { stderrLog }, { systemClock }] = await Promise.all(
			[
				import('../../node/servers/FleetUpstream.ts'),
				import('../../endpoints/startEndpoints.ts'),
				import('../../codec/ChainSettings.ts'),
				import('../live/logText.ts'),
				import('../../util/Clock.ts'),
			],
		)
		const { log } = await stderrLog()
		const upstream = new FleetUpstream(upstreams.split(','), config, log)
		try {
			const chainIds = new Set(await upstream.chainIds())
			if (chainIds.size === 0) {
				throw new UserError(`None of ${upstreams} answers.`, { next: 'Check the addresses given to --upstream.' })
			}
			if (chainIds.size > 1) {
				throw new UserError(`The nodes are of different chains: ${[...chainIds].join(', ')}.`, {
					next: 'Give nodes of one chain to --upstream.',
				})
			}
			if (evmChainIdOf([...chainIds][0]!) !== undefined) {
				throw new UserError('This chain has an EVM, whose calls a gateway alone cannot run.', {
					next: 'Serve its endpoints beside the nodes: `chain-tui abci --endpoints ADDRESS --database URL`.',
				})
			}
			const endpoints = await startEndpoints({
				listener,
				manage: config.manage,
				databaseUrl: database,
				upstream,
				home,
				log,
				clock: systemClock,
				eager: true,
			})
			io.stdout(
				`ready ${JSON.stringify({ endpoints: endpoints.url, ...(endpoints.manage && { manage: endpoints.manage }) })}\n`,
			)
			await untilStopped(io)
			await endpoints.close()
			return 0
		} finally {
			upstream.close()
		}
	},
}
