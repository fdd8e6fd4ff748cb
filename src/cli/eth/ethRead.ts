import type { CallNode, EvmLog } from '../../client/index.ts'
import { evmDenomOf, formatEvmAmount } from '../../codec/coins/evmAmount.ts'
import { callTreeLine, callTreeRows } from '../../codec/evm/callTreeRows.ts'
import { safeLine } from '../../util/shownInput.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { heightFlag, wholeNumber } from '../query/queryCommand.ts'

/** `eth balance`: shows the EVM's view of an address. */
export const ethBalance: CommandSpec = {
	name: 'balance',
	args: '[key_or_address]',
	count: exactly(1),
	description: 'show both forms of an address, its exact balance and its contract',
	examples: ['eth balance dev', 'eth balance 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --output json'],
	flags: [heightFlag],
	run: async (context, [text = '']) => {
		const { withEvm } = await import('./withEvm.ts')
		return withEvm(context, async ({ evm, denom, address }) => {
			const { bech32, balance, nonce, code, ...account } = await evm.account(
				await address(text),
				wholeNumber(context, 'height'),
			)
			await printResult(context, {
				address: account.address,
				bech32,
				balance: formatEvmAmount(balance, denom),
				amount: `${balance}${evmDenomOf(denom)}`,
				nonce: String(nonce),
				...(code === undefined ? {} : { code_size: String(code.size), code_hash: code.hash }),
			})
			return undefined
		})
	},
}

/** `eth code` */
export const ethCode: CommandSpec = {
	name: 'code',
	args: '[contract]',
	count: exactly(1),
	description: 'print the code of a contract, hexadecimal',
	examples: ['eth code Wall', 'eth code 0x5FbDB2315678afecb367f032d93F642f64180aa3'],
	flags: [heightFlag],
	run: async (context, [text = '']) => {
		const { withEvm } = await import('./withEvm.ts')
		return withEvm(context, async ({ evm, address }) => {
			const found = await address(text)
			const contract = evm.abis.named(found)?.addresses.at(-1) ?? found
			const code = await evm.code(contract, wholeNumber(context, 'height'))
			if (context.output === 'json') await printResult(context, { address: contract, code })
			else context.io.stdout(`${code}\n`)
			return undefined
		})
	},
}

/** `eth logs` */
export const ethLogs: CommandSpec = {
	name: 'logs',
	description: 'print events of contracts, in words where an ABI knows them',
	examples: [
		'eth logs --address Wall --from-block 1',
		`eth logs --event 'Transfer(address indexed from, address indexed to, uint256 value)' --from-block 1 --to-block 500`,
	],
	details: 'The latest block alone where no block is named.',
	flags: [
		{ flag: '--address <list>', description: 'contracts: addresses or names, comma-separated; all when left out' },
		{ flag: '--event <signature>', description: 'one kind of event' },
		{ flag: '--from-block <n>', description: 'first block' },
		{ flag: '--to-block <n>', description: 'last block' },
	],
	run: async (context) => {
		const { withEvm } = await import('./withEvm.ts')
		return withEvm(context, async ({ evm, address }) => {
			const names = textFlag(context, 'address')?.split(',')
			const addresses = names && (await Promise.all(names.map((name) => address(name.trim()))))
			const event = textFlag(context, 'event')
			const [from, to] = [wholeNumber(context, 'fromBlock'), wholeNumber(context, 'toBlock')]
			const logs = await evm.logs({ addresses, event, from, to })
			await printResult(context, logs.map(logJson))
			return undefined
		})
	},
}

/** `eth trace` */
export const ethTrace: CommandSpec = {
	name: 'trace',
	args: '[hash]',
	count: exactly(1),
	description: 'print the calls a transaction made as a tree, with the gas of each',
	examples: ['eth trace 0x5b3f8b8e0d3b9d8f0ad8ef0a1f1e0f0a1f2b3c4d5e6f708192a3b4c5d6e7f801'],
	details: "The hash is Ethereum's (0x…) or the chain's. A call that was not sent is traced by `eth call … --trace`.",
	run: async (context, [hash = '']) => {
		const { withEvm } = await import('./withEvm.ts')
		return withEvm(context, async ({ evm, denom }) => printTrace(context, await evm.trace(hash), denom))
	},
}

/** An event as commands print it: decoded if an ABI knows it, otherwise raw. */
export function logJson({ address, topics, data, height, txHash, index, decoded }: EvmLog) {
	const place = { address, height: String(height), tx: txHash, index }
	if (decoded === undefined) return { ...place, topics, data }
	return {
		event: decoded.signature,
		args: decoded.args.map(({ name, type, text }) => ({ name, type, value: text })),
		...place,
	}
}

/** Prints a call tree: one line per frame, or JSON. */
export async function printTrace(context: CommandContext, root: CallNode, denom: string): Promise<undefined> {
	if (context.output === 'json') {
		await printResult(context, nodeJson(root))
		return undefined
	}
	for (const row of callTreeRows(root, denom)) context.io.stdout(`${safeLine(callTreeLine(row))}\n`)
	return undefined
}

function nodeJson(node: CallNode): object {
	return {
		type: node.kind,
		from: node.from,
		to: node.to ?? null,
		contract: node.contract,
		call: node.call,
		result: node.result,
		failed: node.failed,
		value: String(node.value),
		gas: String(node.gas),
		gas_used: String(node.gasUsed),
		gas_own: String(node.gasOwn),
		calls: node.calls.map(nodeJson),
	}
}
