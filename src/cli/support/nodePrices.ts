import { type RpcConnection, RpcError } from '../../client/index.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { homeConfig } from './home.ts'

/**
 * The node's lowest gas prices, empty if it requires none: as it reports them, otherwise the setting of its home. For
 * the node of `--node` the home's setting is only a guess, used if `guess` is set.
 */
export async function nodePrices(context: CommandContext, connection: RpcConnection, guess: boolean): Promise<string> {
	try {
		const { minimumGasPrices } = await connection.call('admin_status')
		if (minimumGasPrices !== undefined) return minimumGasPrices
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
	}
	return guess || textFlag(context, 'node') === undefined ? homeConfig(context).minimumGasPrices : ''
}
