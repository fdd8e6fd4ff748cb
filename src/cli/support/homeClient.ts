import { existsSync } from 'node:fs'
import { type ChainClient, loadChainClient } from '../../client/index.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { homePaths } from '../../node/home.ts'
import type { CommandContext } from '../CommandContext.ts'
import { connect } from './connect.ts'
import { homeConfig, openKeys } from './home.ts'

/** A client of a command's node, and the keyring it signs with. */
export interface HomeClient {
	readonly client: ChainClient
	readonly keyring: Keyring
}

/**
 * Connects a client to the node of `--node`, or to the one that runs on the home, with the home's keys. Does not create
 * a keyring in a home without one.
 *
 * @throws {UserError} if there is no node.
 */
export async function homeClient(context: CommandContext): Promise<HomeClient> {
	const { createChainClient } = await loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig(context)
	const { openKeyring } = await import('../../keyring/openKeyring.ts')
	const hasKeys = existsSync(homePaths(home).keyring)
	const keyring = hasKeys ? await openKeys(context) : await openKeyring({ folder: undefined, settings })
	const connection = await connect(context)
	const client = createChainClient({ connection, keyring, settings, gasPrices: minimumGasPrices, admin: false })
	return { client, keyring }
}
