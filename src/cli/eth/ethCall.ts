import { isSet, textFlag } from '../CommandContext.ts'
import { atLeast, type CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { heightFlag, wholeNumber } from '../query/queryCommand.ts'

/** `eth call` */
export const ethCall: CommandSpec = {
	name: 'call',
	args: '[contract] [function] [arguments...]',
	count: atLeast(2),
	description: 'run a function of a contract without sending anything',
	examples: [
		`eth call 0x5FbDB2315678afecb367f032d93F642f64180aa3 'title()(string)'`,
		`eth call Wall greeting 0 --height 12`,
		`eth call 0x5FbDB2315678afecb367f032d93F642f64180aa3 'balanceOf(address)(uint256)' alice`,
		`eth call Wall 'greet(string)' hello --value 0.5CHAIN --from alice --trace`,
	],
	details:
		"The contract is a 0x or bech32 address, or its name where its ABI was added (`eth abi add`). The function is a signature with what it gives\nbehind it, or a name of that ABI. Lists are written '[1,2]', tuples '(1,0x…)'; where an address is asked for, the name of a key will do.",
	flags: [
		{ flag: '--from <key-or-address>', description: 'address of the caller (default: the zero address)' },
		{ flag: '--value <amount>', description: 'coins that would go along: 1.5CHAIN, 1500000uchain or 1achain' },
		{ flag: '--trace', description: 'print the calls it makes as a tree, with gas' },
		heightFlag,
	],
	run: async (context, [to = '', fn = '', ...words]) => {
		const { valueFlagOf, withEvm } = await import('./withEvm.ts')
		return withEvm(context, async ({ evm, denom, address }) => {
			const args = await Promise.all(words.map(address))
			const from = textFlag(context, 'from')
			const value = valueFlagOf(context, denom)
			const height = wholeNumber(context, 'height')
			const call = { to: await address(to), fn, args, from: from && (await address(from)), value, height }
			if (isSet(context, 'trace')) {
				const { printTrace } = await import('./ethRead.ts')
				return printTrace(context, await evm.traceCall(call), denom)
			}
			const { data, values } = await evm.call(call)
			if (context.output === 'json') {
				await printResult(context, {
					data,
					values: values.map(({ name, type, text }) => ({ name, type, value: text })),
				})
			} else if (values.length === 0) context.io.stdout(`${data}\n`)
			else {
				const { safeLine } = await import('../../util/shownInput.ts')
				for (const { name, text } of values)
					context.io.stdout(`${safeLine(values.length > 1 && name !== '' ? `${name}: ${text}` : text)}\n`)
			}
			return undefined
		})
	},
}
