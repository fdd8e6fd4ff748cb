import { type RpcConnection, RpcError } from '../../client/index.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { homeConfig } from './home.ts'

/**
 * The lowest gas prices the node takes, empty when it names none: its own word where it tells, else the setting of the home it
 * runs on. For the node of `--node` the home's setting is only a guess, which is taken when `guess` is set.
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
