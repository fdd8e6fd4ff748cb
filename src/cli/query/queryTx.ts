import type { RpcConnection } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import { defaultedNumber, queryError } from './queryCommand.ts'

/** Where the home keeps ABIs. */
async function abiFolderOf(context: CommandContext): Promise<string> {
	const { homeConfig } = await import('../support/home.ts')
	const { homePaths } = await import('../../node/home/home.ts')
	return homePaths(homeConfig(context).home).abis
}

const notThere = 'A transaction is found once it is in a block; one the node refused never is.'

/** `q tx` */
export const queryTx: CommandSpec = {
	name: 'tx',
	args: '[hash|acc_seq|signature]',
	count: exactly(1),
	description: 'query for a transaction by hash, "<addr>/<seq>" or signatures in a committed block',
	examples: [
		'q tx 6EEC440FB6C1A4AF5D9D1A2CF3C2BF06E2F2B7B8A4C2D3F0E1A9C8B7D613F1AC',
		'q tx 0x5b3f8b8e0d3b9d8f0ad8ef0a1f1e0f0a1f2b3c4d5e6f708192a3b4c5d6e7f801',
	],
	details:
		'One that carries a transaction of Ethereum is found by its hash (0x…) too; its call, events and reason are decoded with the ABIs of\n`eth abi add`, or by those of common interfaces.',
	flags: [
		{
			flag: '--type <type>',
			description: 'what the argument is',
			default: 'hash',
			choices: ['hash', 'acc_seq', 'signature'],
		},
		{ flag: '--gas', description: 'print where every unit of its gas went instead of the transaction' },
	],
	run: async (context, [text = '']) => {
		const { findTx } = await import('./findTx.ts')
		const type = textFlag(context, 'type')!
		try {
			await printResult(
				context,
				await withNode(context, async (node) => {
					if (!isSet(context, 'gas')) return findTx(node, type, text, await abiFolderOf(context))
					return gasResponse(node, type === 'hash' ? text : (await findTx(node, type, text)).txhash)
				}),
			)
			return undefined
		} catch (error) {
			throw queryError(error, notThere)
		}
	},
}

/** `q txs` */
export const queryTxs: CommandSpec = {
	name: 'txs',
	description: 'query for paginated transactions that match a set of events',
	examples: ["q txs --events 'message.sender=chain1...&tx.height=5' --page 1 --limit 30"],
	flags: [
		{ flag: '--events <list>', description: 'events as {type}.{attribute}={value}, joined by &' },
		{ flag: '--page <n>', description: 'page to return, from 1', default: '1' },
		{ flag: '--limit <n>', description: 'transactions on a page', default: '30' },
	],
	run: async (context) => {
		const { searchTxs } = await import('./findTx.ts')
		const events = textFlag(context, 'events')
		if (events === undefined)
			throw new UserError('required flag(s) "events" not set', { next: "Example: --events 'tx.height=5'" })
		const page = defaultedNumber(context, 'page')
		const limit = defaultedNumber(context, 'limit')
		// The framework's texts (cosmos-sdk v0.44.5 x/auth/tx/query.go QueryTxsByEvents).
		if (page === 0) throw new UserError('page must greater than 0', { next: 'Pages count from 1.' })
		if (limit === 0) throw new UserError('limit must greater than 0', { next: 'Give a number from 1 to 100.' })
		try {
			await printResult(
				context,
				await withNode(context, async (node) => searchTxs(node, events, page, limit, await abiFolderOf(context))),
			)
			return undefined
		} catch (error) {
			throw queryError(error, 'Check the events, the page and the limit (at most 100).')
		}
	},
}

/** Output of `q tx --gas`: operations add up to their phase, phases to the gas used. @throws {UserError} if the node cannot tell. */
async function gasResponse(connection: RpcConnection, hash: string) {
	const { getGasTrace, withUserErrors } = await import('../../client/index.ts')
	const trace = await withUserErrors(getGasTrace)({ connection }, hash)
	return {
		txhash: trace.hash,
		height: String(trace.height),
		gas_wanted: String(trace.gasWanted),
		gas_used: String(trace.gasUsed),
		phases: trace.phases.map(({ name, gas, operations }) => ({
			phase: name,
			gas: String(gas),
			operations: operations.map(({ name: operation, store, times, bytes, gas: spent }) => ({
				operation,
				...(store === '' ? {} : { store }),
				times: String(times),
				bytes: String(bytes),
				gas: String(spent),
			})),
		})),
	}
}
