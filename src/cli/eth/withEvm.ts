import type { EvmClient } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { homePaths } from '../../node/home.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { connect } from '../support/connect.ts'
import { homeConfig, openKeys } from '../support/home.ts'

/** Context of a command of the EVM. */
export interface EvmCommand {
	readonly evm: EvmClient
	readonly keyring: Keyring
	/** Native denomination. */
	readonly denom: string
	/** Resolves an address or the name of a key or contract to an address. */
	readonly address: (text: string) => Promise<string>
}

/**
 * Runs a command with the EVM of its node.
 *
 * @throws {UserError} if the chain has no EVM.
 */
export async function withEvm<T>(context: CommandContext, work: (command: EvmCommand) => Promise<T>): Promise<T> {
	const { createChainClient } = await (await import('../../client/index.ts')).loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig(context)
	const node = textFlag(context, 'node')
	const eth = textFlag(context, 'ethUrl') ?? (node === undefined ? readRunningNode(home)?.eth : undefined)
	const connection = await connect(context)
	const keyring = await openKeys(context)
	const client = createChainClient({
		connection,
		keyring,
		settings,
		gasPrices: minimumGasPrices,
		admin: false,
		abiFolder: homePaths(home).abis,
		listeners: eth === undefined ? {} : { eth: eth.includes('://') ? eth : `http://${eth}` },
	})
	try {
		// A node of this program reports its listener in the status.
		if (eth === undefined) await client.status()
		const { evm } = client
		if (evm === undefined) throw noEvm(node)
		const address = async (text: string) => {
			const key = await keyring.get(text)
			return key?.ethAddress ?? key?.address ?? text
		}
		return await work({ evm, keyring, denom: settings.denom, address })
	} finally {
		await client.close()
	}
}

function noEvm(node: string | undefined): UserError {
	if (node !== undefined) {
		return new UserError('It is not known where the EVM of this node is.', {
			next: 'Name the address of its JSON-RPC with --eth-url, such as http://127.0.0.1:8546.',
		})
	}
	return new UserError('The running chain has no EVM, or its JSON-RPC is off.', {
		next: 'Start a chain with one: `chain-tui start --chain-id chain_2222-1` in a new home, or `--evm-chain-id 2222`; not with `--eth off`.',
	})
}
