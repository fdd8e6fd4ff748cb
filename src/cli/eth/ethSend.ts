import type { EvmProgress, EvmReceipt, Hex } from '../../client/index.ts'
import { formatEvmAmount } from '../../codec/coins/evmAmount.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, textFlag, UsageError } from '../CommandContext.ts'
import { atLeast, type CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { logJson } from './ethRead.ts'
import { sendFlags } from './withEvm.ts'

/** `eth send` */
export const ethSend: CommandSpec = {
	name: 'send',
	args: '[to] [function] [arguments...]',
	count: atLeast(1),
	description: 'call a function of a contract in a transaction, or send coins by the EVM',
	examples: [
		`eth send Wall 'greet(string)' hello --from dev --yes`,
		'eth send 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --value 1.5CHAIN',
		`eth send 0x5FbDB2315678afecb367f032d93F642f64180aa3 'transfer(address,uint256)' alice 1e18 --from dev`,
	],
	details:
		'Signed with an Ethereum key of the keyring. Where it would fail it is not sent, and the reason of the contract is printed; with --gas-limit it\nis sent all the same. Waits for the block, and prints its events.',
	flags: [...sendFlags, { flag: '--data <hex>', description: 'call data as it is, instead of a function' }],
	run: async (context, [to = '', fn, ...words]) => {
		const { agreed, gasFlagOf, signingKey, valueFlagOf, withEvm } = await import('./withEvm.ts')
		const { unlock } = await import('../keys/unlock.ts')
		const data = textFlag(context, 'data')
		if (data !== undefined && (fn !== undefined || !/^0x([0-9a-f]{2})*$/i.test(data))) {
			throw new UsageError('--data is 0x and two digits a byte, and goes without a function.')
		}
		return withEvm(context, async (command) => {
			const { evm, keyring, denom, address } = command
			const key = await signingKey(context, command)
			const args = await Promise.all(words.map(address))
			const value = valueFlagOf(context, denom)
			const gas = gasFlagOf(context)
			const call = fn === undefined ? 'coins alone' : `${fn} ${args.join(' ')}`.trim()
			const coins = value === undefined ? '' : `, with ${formatEvmAmount(value, denom)}`
			if (!(await agreed(context, `${key} to ${to}: ${call}${coins}`))) return 1
			if (textFlag(context, 'actAs') === undefined) await unlock(keyring, context.io)
			return followSend(
				context,
				evm.send(key, {
					...{ to: await address(to), fn, args, value },
					data: data as Hex | undefined,
					gas,
				}),
			)
		})
	},
}

/** Follows a transaction to its block and prints the result, after `done` has the receipt. @throws {UserError} */
export async function followSend(
	context: CommandContext,
	progress: AsyncIterable<EvmProgress>,
	done: (receipt: EvmReceipt) => void = () => {},
): Promise<undefined> {
	for await (const step of progress) {
		if (step.state === 'in-mempool' && context.output === 'text')
			context.io.stderr(`${step.hash} waits for its block\n`)
		if (step.state === 'failed') {
			throw new UserError(step.problem, { why: step.log, next: step.next })
		}
		if (step.state !== 'committed') continue
		const { receipt } = step
		done(receipt)
		await printResult(context, {
			hash: receipt.hash,
			txhash: step.hash,
			height: String(receipt.height),
			gas_used: String(receipt.gasUsed),
			fee: step.fee,
			...(receipt.contractAddress === undefined ? {} : { contract: receipt.contractAddress }),
			logs: receipt.logs.map(logJson),
		})
	}
	return undefined
}
