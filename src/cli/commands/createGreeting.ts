import { isGoBlank } from '../../util/goTrimSpace.ts'
import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { txFlags } from '../support/txFlags.ts'
import { UsageError } from '../UsageError.ts'

/** `tx greet create-greeting` */
export const createGreeting: CommandSpec = {
	name: 'create-greeting',
	args: '[message]',
	count: exactly(1),
	description: 'creates a new greeting',
	settings: ['minimumGasPrices'],
	examples: ["tx greet create-greeting 'hello world' --from alice --yes --wait"],
	flags: txFlags,
	run: async (context, [message = '']) => {
		// The message's own checks, in their order, before a key is used (the greet module's ValidateBasic).
		if (textFlag(context, 'from') === undefined) {
			throw new UsageError('invalid owner address (empty address string is not allowed): invalid address', {
				next: 'Name the key that signs with --from.',
			})
		}
		if (isGoBlank(message)) throw new UsageError('must provide a greeting message')
		const { runTxCommand } = await import('../support/runTxCommand.ts')
		return runTxCommand(context, (owner) => [
			{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner } },
		])
	},
}
