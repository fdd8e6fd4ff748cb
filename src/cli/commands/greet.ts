import type { FeeOptions, TxProgress } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { isGoBlank } from '../../util/goTrimSpace.ts'
import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { groupedText } from '../support/amountText.ts'
import { keyringFlag } from '../support/home.ts'
import { paintFor } from '../support/paint.ts'
import { wholeNumber } from '../support/queryCommand.ts'

/** `greet`: sends a greeting with defaults for everything. */
export const greet: CommandSpec = {
	name: 'greet',
	args: '[message]',
	count: exactly(1),
	description: 'write a greeting and wait for its block',
	details:
		"Signs with the key that is chosen in the app, else with the first one; gas is estimated, the fee is what the node asks for.\n`tx greet create-greeting` is the same transaction with all of the framework's flags.",
	settings: ['minimumGasPrices'],
	examples: ["greet 'hello world'", "greet 'hello world' --from bob --fees 2000uchain"],
	flags: [
		{ flag: '--from <key>', description: 'name or address of the key that signs' },
		{ flag: '--fees <coins>', description: 'fee to pay, such as 2000uchain; what the node asks for when left out' },
		{ flag: '--gas <n>', description: 'gas limit; estimated when left out' },
		{ flag: '--memo <text>', description: 'note to put into the transaction' },
		keyringFlag,
	],
	run: async (context, [message = '']) => {
		if (isGoBlank(message)) throw new UserError('must provide a greeting message')
		const gas = textFlag(context, 'gas') === 'auto' ? undefined : wholeNumber(context, 'gas')
		const fees = textFlag(context, 'fees')
		const memo = textFlag(context, 'memo')
		const options: FeeOptions = {
			...(gas === undefined ? {} : { gas: BigInt(gas) }),
			...(fees === undefined || fees === 'auto' ? {} : { fee: fees }),
			...(memo === undefined ? {} : { memo }),
		}
		const [{ homeClient }, { signingKey }, { unlock }, { homeConfig }, { greetingOf, refusal }] = await Promise.all([
			import('../support/homeClient.ts'),
			import('../support/signingKey.ts'),
			import('../support/unlock.ts'),
			import('../support/home.ts'),
			import('../support/greetingOutcome.ts'),
		])
		const paint = paintFor(context.io)
		const { client, keyring } = await homeClient(context)
		try {
			const key = await signingKey(keyring, homeConfig(context).home, textFlag(context, 'from'))
			await unlock(keyring, context.io)
			let last: TxProgress | undefined
			for await (const progress of client.createGreeting(key.name, message, options)) last = progress
			if (last?.state !== 'committed') throw refusal(last, key.name)
			const id = await greetingOf(client, key.address, message)
			if (context.io.onTerminal === true && context.output === 'text') {
				const name = id === undefined ? 'greeting' : `greeting ${id}`
				const cost = `${groupedText(last.gasUsed)} gas, fee ${last.fee === '' ? 'none' : last.fee}`
				context.io.stdout(
					`${paint.good('✓')} ${name} of ${key.name} is in block ${groupedText(last.height)} ${paint.muted(`(${cost})`)}\n`,
				)
				return 0
			}
			await printResult(context, {
				...(id === undefined ? {} : { id }),
				owner: key.address,
				message,
				txhash: last.hash,
				height: String(last.height),
				gas_used: String(last.gasUsed),
				fee: last.fee,
			})
			return 0
		} finally {
			await client.close()
		}
	},
}
