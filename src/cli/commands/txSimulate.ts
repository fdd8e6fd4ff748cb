import { type CommandSpec, exactly } from '../defineCommand.ts'
import { runQuery } from '../support/queryCommand.ts'

/** `tx simulate` */
export const txSimulate: CommandSpec = {
	name: 'simulate',
	args: '[file]',
	count: exactly(1),
	description: 'run a signed transaction without effect and print its gas, log and events',
	examples: ['tx simulate signed.json'],
	run: async (context, [file = '']) => {
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { Service } = await import('../../gen/cosmos/tx/v1beta1/service_pb.js')
		const { readTxFile } = await import('../support/txFile.ts')
		const txBytes = txBytesOf(await readTxFile(context.io, file))
		return runQuery(context, Service.method.simulate, { txBytes }, 'The transaction would fail as it is.')
	},
}
