import { textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { nodeConfig } from '../support/ownChain.ts'
import { UsageError } from '../UsageError.ts'

/** `abci` */
export const abci: CommandSpec = {
	name: 'abci',
	description: 'run the application for a Tendermint or CometBFT 0.34, which makes the blocks',
	settings: [
		'evmChainId',
		'minimumGasPrices',
		'pruning',
		'grpc',
		'rest',
		'legacy8',
		'endpoints',
		'eth',
		'ethCompat',
		'database',
		'threads',
		'readyWithin',
		'allowedOrigins',
	],
	examples: ['abci --address tcp://127.0.0.1:26658 --engine http://127.0.0.1:26657 --rest 127.0.0.1:1317'],
	details:
		'The engine finds it at --address (its proxy_app). `listening {"abci":…,"height":…}` goes to standard output when it may\nconnect. With --engine URL, the engine\'s RPC, the servers named by --rest, --grpc, --legacy8, --eth and --endpoints are\nopened beside it, and `ready {"abci":…,"rest":…}` follows once they are up. A chain with an EVM needs its number at the first\nstart: --chain-id chain_2222-1 or --evm-chain-id. `testnet init` writes it into the homes.',
	flags: [
		{
			flag: '--address <url>',
			description: 'where the engine connects: tcp://HOST:PORT or unix://PATH',
			default: 'tcp://127.0.0.1:26658',
		},
		{
			flag: '--snapshot-interval <n>',
			description: 'heights between snapshots for state sync; 0 takes none',
			default: '1000',
		},
		{ flag: '--engine <url>', description: "address of the engine's RPC, such as http://127.0.0.1:26657" },
	],
	run: async (context) => {
		const config = nodeConfig(context)
		const [{ createAbciNode }, { bundledSignatureThread }, { stderrLog }] = await Promise.all([
			import('../../node/createAbciNode.ts'),
			import('../../node/threads/startSignatureThread.ts'),
			import('../support/stderrLog.ts'),
		])
		const interval = Number(textFlag(context, 'snapshotInterval'))
		if (!Number.isInteger(interval) || interval < 0)
			throw new UsageError('--snapshot-interval is a number of heights, or 0')
		const { log, fail } = await stderrLog()
		const { stopped } = context.io
		let failed = false
		let onFailure: (cause: unknown) => void = fail
		const ended = new Promise<void>((resolve) => {
			if (stopped.aborted) resolve()
			stopped.addEventListener('abort', () => resolve(), { once: true })
			onFailure = (cause) => {
				failed = true
				fail(cause)
				resolve()
			}
		})
		const node = await createAbciNode(config, {
			address: textFlag(context, 'address') ?? '',
			engineUrl: textFlag(context, 'engine'),
			snapshotInterval: interval,
			log,
			signatures: bundledSignatureThread(config.threads ?? 1),
			onFailure: (cause) => onFailure(cause),
		})
		const listening = { abci: node.address, height: node.height }
		context.io.stdout(`listening ${JSON.stringify(listening)}\n`)
		if (textFlag(context, 'engine') !== undefined) {
			const opened = node.serve(stopped).then((addresses) => {
				context.io.stdout(`ready ${JSON.stringify({ abci: node.address, ...addresses })}\n`)
			})
			await Promise.race([ended, opened]).catch((cause: unknown) => {
				if (!stopped.aborted) onFailure(cause)
			})
		}
		await ended
		log('info', 'abci', 'stopping')
		await node.close()
		return failed ? 1 : 0
	},
}
