import type { EthApi } from '../../api/eth/createEthApi.ts'
import type { EthPowers } from '../../api/eth/powers/EthPowers.ts'
import type { EthMethodSet } from '../../api/eth/rpc/EthMethodSet.ts'
import { BugError } from '../../errors/UserError.ts'
import type { EvmKeeper } from '../../modules/evm/index.ts'
import { allowedOrigins } from '../../serve/allowedOrigins.ts'
import type { Gate } from '../../serve/Gate.ts'
import { isLoopbackHost } from '../../serve/isFromThisMachine.ts'
import type { RunningServer } from '../../serve/listen.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { Clock } from '../../util/Clock.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import { clientVersion } from '../version.ts'

/** What the JSON-RPC of a chain's EVM is served from, whichever engine runs the chain. */
export interface EthListenerParts {
	readonly chain: Pick<ServedChain, 'source' | 'backend' | 'evm' | 'scheduler'>
	readonly clock: Clock
	/** Health paths, and heights that a client waits for. */
	readonly gate: Gate
	/** Takes note of requests while it is on. */
	readonly journal: RequestJournal
	/** What programs of this machine may do to a developer's chain. */
	readonly ethPowers?: EthPowers | undefined
}

/** Opens the listener of the EVM's JSON-RPC for developer tools. */
export async function openEth(
	config: NodeConfig,
	parts: EthListenerParts,
	host: string,
	port: number,
): Promise<RunningServer> {
	const [api, { startEthServer }] = await Promise.all([
		openEthApi(config, parts),
		import('../../api/eth/startEthServer.ts'),
	])
	const server = await startEthServer({
		handler: api.handler,
		host,
		port,
		origins: allowedOrigins(config.allowedOrigins ?? 'same-machine'),
		// A developer's listener signs with keys of its own, which no extension shall use unasked.
		wallets: parts.ethPowers === undefined && isLoopbackHost(host),
		sockets: api.context,
		gate: parts.gate,
		scheduler: parts.chain.scheduler,
		journal: parts.journal,
	})
	return {
		...server,
		close: async () => {
			await server.close()
			await api.close()
		},
	}
}

/** The EVM's methods for private endpoints; undefined for a chain without an EVM, which loads none of their code. */
export async function openEvmMethods(config: NodeConfig, parts: EthListenerParts): Promise<EthMethodSet | undefined> {
	return parts.chain.evm() === undefined ? undefined : (await openEthApi(config, parts)).served
}

/** Creates the JSON-RPC of the EVM. Its code and the interpreter are loaded on demand. */
async function openEthApi(config: NodeConfig, { chain, clock, ethPowers }: EthListenerParts): Promise<EthApi> {
	const [{ createEthApi }, { EvmReader }] = await Promise.all([
		import('../../api/eth/createEthApi.ts'),
		import('../../api/eth/state/EvmReader.ts'),
	])
	const { prefix, denom } = config.settings
	const { source } = chain
	const keeper = (): EvmKeeper => {
		const found = chain.evm()
		if (found === undefined) throw new BugError('an Ethereum listener on a chain without an EVM')
		return found
	}
	return createEthApi({
		chainId: keeper().chainId,
		source,
		dialect: config.ethCompat ?? 'geth',
		evm: new EvmReader(source.chain, chain.backend, keeper),
		prefix,
		denom,
		clientVersion,
		clock,
		powers: ethPowers,
		scheduler: chain.scheduler,
	})
}
