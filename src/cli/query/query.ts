import { type CommandContext, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import {
	heightFlag,
	pageRequest,
	paginationFlags,
	queryError,
	readHeight,
	runQuery,
	wholeNumber,
} from './queryCommand.ts'

/** `q auth account` and `q account`: prints the account without the enclosing reply (x/auth/client/cli/query.go). */
export const queryAccount: CommandSpec = {
	name: 'account',
	args: '[address]',
	count: exactly(1),
	description: 'query for account by address',
	examples: ['q auth account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q', 'q auth account alice'],
	flags: [heightFlag],
	run: async (context: CommandContext, [text = '']) => {
		const { addressOrName } = await import('../keys/namedAddress.ts')
		const address = await addressOrName(context, text)
		const { queryMethod } = await (await import('../../client/askNode.ts')).loadQueries()
		const { Query } = await import('../../gen/cosmos/auth/v1beta1/query_pb.js')
		const { encodeProtoJson } = await import('../../codec/gatewayJson/encodeProtoJson.ts')
		const { everyType } = await import('../support/everyType.ts')
		const { AnySchema } = await import('@bufbuild/protobuf/wkt')
		const { create } = await import('@bufbuild/protobuf')
		const height = wholeNumber(context, 'height')
		try {
			const { account = create(AnySchema) } = await withNode(context, (connection) =>
				queryMethod(connection, Query.method.account, { address }, height === undefined ? {} : { height }),
			)
			const json = encodeProtoJson(account, AnySchema, { registry: everyType() })
			if (context.output === 'json') context.io.stdout(`${json}\n`)
			else await printResult(context, JSON.parse(json))
			return undefined
		} catch (error) {
			throw queryError(error, 'An account is on the chain once it has received coins.')
		}
	},
}

/** `q bank balances` */
export const queryBalances: CommandSpec = {
	name: 'balances',
	args: '[address]',
	count: exactly(1),
	description: 'query for account balances by address',
	examples: ['q bank balances chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q --denom uchain', 'q bank balances alice'],
	flags: [{ flag: '--denom <denom>', description: 'only this denomination' }, heightFlag, ...paginationFlags],
	run: async (context, [text = '']) => {
		const { addressOrName } = await import('../keys/namedAddress.ts')
		const address = await addressOrName(context, text)
		const { Query } = await import('../../gen/cosmos/bank/v1beta1/query_pb.js')
		const next = 'Check the address and its prefix.'
		const denom = textFlag(context, 'denom') ?? ''
		if (denom !== '') return runQuery(context, Query.method.balance, { address, denom }, next)
		return runQuery(context, Query.method.allBalances, { address, pagination: pageRequest(context) }, next)
	},
}

/** `q bank total` */
export const queryTotal: CommandSpec = {
	name: 'total',
	description: 'query the total supply of coins of the chain',
	examples: ['q bank total'],
	flags: [{ flag: '--denom <denom>', description: 'only this denomination' }, heightFlag, ...paginationFlags],
	run: async (context) => {
		const { Query } = await import('../../gen/cosmos/bank/v1beta1/query_pb.js')
		const next = 'Check the denomination.'
		const denom = textFlag(context, 'denom') ?? ''
		if (denom !== '') return runQuery(context, Query.method.supplyOf, { denom }, next)
		return runQuery(context, Query.method.totalSupply, { pagination: pageRequest(context) }, next)
	},
}

/** `q block` */
export const queryBlock: CommandSpec = {
	name: 'block',
	args: '[height]',
	count: { min: 0, max: 1 },
	description: 'get the block at a height, the latest when left out',
	examples: ['q block 5'],
	run: async (context, [text]) => {
		const asked = text === undefined ? {} : { height: String(readHeight(text)) }
		try {
			const block = await withNode(context, (node) => node.call('block', asked))
			await printResult(context, block)
			return undefined
		} catch (error) {
			throw queryError(error, 'See the latest height with `chain-tui status`.')
		}
	},
}

/** `q greet list-greetings` */
export const listGreetings: CommandSpec = {
	name: 'list-greetings',
	description: 'list all greetings',
	examples: ['q greet list-greetings'],
	details: 'The node answers with every greeting, whatever page is asked for.',
	flags: [heightFlag, ...paginationFlags],
	run: async (context) => {
		const { Query } = await import('../../gen/chain/greet/v1beta1/query_pb.js')
		return runQuery(context, Query.method.greetAll, { pagination: pageRequest(context) }, 'Check the flags.')
	},
}

/** `q greet get-greeting` */
export const getGreeting: CommandSpec = {
	name: 'get-greeting',
	args: '[id]',
	count: exactly(1),
	description: 'shows a greeting',
	examples: ['q greet get-greeting 0'],
	flags: [heightFlag],
	run: async (context, [id = '']) => {
		const { Query } = await import('../../gen/chain/greet/v1beta1/query_pb.js')
		return runQuery(
			context,
			Query.method.greet,
			{ id },
			'Ids count from 0; see those there are with `chain-tui q greet list-greetings`.',
		)
	},
}
