import { UserError } from '../../errors/UserError.ts'
import type { EthFleet } from '../../node/servers/EthFleet.ts'
import type { Log } from '../../util/Log.ts'
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
		'endpoints serve --database sqlite:endpoints.sqlite --upstream http://10.0.0.1:26657 --eth-upstream http://10.0.0.1:8546',
	],
	details:
		'Any number of gateways share a database: accounts, keys, counts and the newest height that one of them has answered, so that\nno client sees an older one. The first node that is well answers; another takes over. endpoints.json of the home has TLS,\npublicUrl and trusted proxies. `ready {"endpoints":…}` goes to standard output once it listens.',
	flags: [
		{ flag: '--upstream <urls>', description: 'RPC of the nodes, comma-separated, the preferred one first' },
		{
			flag: '--eth-upstream <urls>',
			description: "JSON-RPC of the nodes' EVM, for a chain that has one; calls run there",
		},
	],
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
			const [chainId = ''] = chainIds
			const evmChainId = evmChainIdOf(chainId)
			const ethUrls = textFlag(context, 'ethUpstream')
			if (evmChainId !== undefined) upstream.eth = await evmOf(chainId, evmChainId, ethUrls, log)
			else if (ethUrls !== undefined) throw new UsageError(`--eth-upstream: ${chainId} has no EVM`)
			const endpoints = await startEndpoints({
				listener,
				manage: config.manage,
				databaseUrl: database,
				upstream,
				home,
				log,
				clock: systemClock,
				eager: true,
				...(upstream.eth === undefined ? {} : { methods: upstream.eth.methods() }),
			})
			io.stdout(
				// A listener that is not there is left out.
				`ready ${JSON.stringify({ endpoints: endpoints.url, manage: endpoints.manage })}\n`,
			)
			await untilStopped(io)
			await endpoints.close()
		} finally {
			upstream.close()
		}
	},
}

/**
 * The EVMs of the nodes.
 *
 * @throws {UserError} when they are not named, none answers, or it is the EVM of another chain
 */
async function evmOf(chainId: string, evmChainId: bigint, urls: string | undefined, log: Log): Promise<EthFleet> {
	if (urls === undefined) {
		throw new UserError('This chain has an EVM, whose calls a gateway alone cannot run.', {
			next: 'Name the nodes that run them: --eth-upstream URL,URL, the address of `chain-tui abci --eth` of each.',
		})
	}
	const { EthFleet } = await import('../../node/servers/EthFleet.ts')
	const eth = new EthFleet(urls.split(','), log)
	const told = await eth.chainId().catch((cause: unknown) => {
		eth.close()
		throw new UserError(`None of ${urls} answers.`, {
			because: cause,
			next: 'Check the addresses given to --eth-upstream.',
		})
	})
	if (BigInt(String(told)) === evmChainId) return eth
	eth.close()
	throw new UserError(
		`The EVM of --eth-upstream is of chain ${BigInt(String(told))}, not ${evmChainId} of ${chainId}.`,
		{
			next: 'Give nodes of one chain to --upstream and --eth-upstream.',
		},
	)
}
