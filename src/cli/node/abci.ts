import { engineSettings } from '../../node/settings.ts'
import { textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { nodeConfig } from '../support/home.ts'
import { nodeEnd } from './nodeEnd.ts'

/** Where engines look for the application. */
const usualAddress = 'tcp://127.0.0.1:26658'

/** `abci` */
export const abci: CommandSpec = {
	name: 'abci',
	description: 'run the application for a Tendermint or CometBFT 0.34, which makes the blocks',
	settings: [
		'evmChainId',
		'minimumGasPrices',
		'pruning',
		'pruningKeepRecent',
		'pruningInterval',
		...engineSettings,
		'grpc',
		'rest',
		'legacy8',
		'endpoints',
		'manage',
		'eth',
		'ethCompat',
		'database',
		'threads',
		'readyWithin',
		'metrics',
		'allowedOrigins',
	],
	examples: [
		'abci --home net/node0/app',
		'abci --address tcp://127.0.0.1:26658 --engine http://127.0.0.1:26657 --rest 127.0.0.1:1317',
	],
	details:
		'The engine finds it at --address (its proxy_app). `listening {"abci":…,"height":…}` goes to standard output when it may\nconnect. With --engine URL, the engine\'s RPC, the servers named by --rest, --grpc, --legacy8, --eth and --endpoints are\nopened beside it, and `ready {"abci":…,"rest":…}` follows once they are up. A chain with an EVM needs its number at the first\nstart: --chain-id chain_2222-1 or --evm-chain-id. Homes of `testnet init` and `node join` say all of it: for them --home is\nenough.',
	flags: [
		{
			flag: '--address <url>',
			description: 'where the engine connects: tcp://HOST:PORT or unix://PATH; else what the home says, or port 26658',
		},
		{ flag: '--engine <url>', description: "address of the engine's RPC, such as http://127.0.0.1:26657" },
	],
	run: async (context) => {
		const config = nodeConfig(context)
		const [{ createAbciNode }, { readNetworkHome }, { bundledThread }, { bundledSignatureThread }, { stderrLog }] =
			await Promise.all([
				import('../../node/createAbciNode.ts'),
				import('../../node/home/networkHome.ts'),
				import('../../node/threads/bundledThread.ts'),
				import('../../node/threads/startSignatureThread.ts'),
				import('../live/logText.ts'),
			])
		const known = readNetworkHome(config.home)
		const engineUrl = textFlag(context, 'engine') ?? known?.engineUrl
		const { log, fail } = await stderrLog()
		const { ended, onFailure, end, exitCode } = nodeEnd(context.io, fail)
		const node = await createAbciNode(config, {
			address: textFlag(context, 'address') ?? known?.address ?? usualAddress,
			engineUrl,
			log,
			servingUrl: bundledThread('serving'),
			signatures: bundledSignatureThread(config.threads),
			onFailure,
			onHalt: end,
		})
		const listening = { abci: node.address, height: node.height }
		context.io.stdout(`listening ${JSON.stringify(listening)}\n`)
		if (engineUrl !== undefined) {
			const opened = node.serve(context.io.stopped).then((addresses) => {
				context.io.stdout(`ready ${JSON.stringify({ abci: node.address, ...addresses })}\n`)
			})
			await Promise.race([ended, opened]).catch((cause: unknown) => {
				if (!context.io.stopped.aborted) onFailure(cause)
			})
		}
		await ended
		log('info', 'abci', 'stopping')
		await node.close()
		return exitCode()
	},
}
