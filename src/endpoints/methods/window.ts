import type { ChainBlock } from '../chain/ChainBlock.ts'
import type { Head } from '../EndpointUpstream.ts'
import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'
import type { BlockArgument } from './arguments.ts'
import type { MethodContext } from './EthMethod.ts'

/** The lowest height an application answers. */
export function lowestHeight(head: Head, window: number | undefined): number {
	return window === undefined ? head.earliest : Math.max(head.earliest, head.height - window + 1)
}

/**
 * Refuses a height below the application's window before anything is read. The text holds what gateways and clients look
 * for (`missing trie node`, `historical state ... is not available`, `lowest height is`) and the range that is answered.
 */
export function checkWindow(height: number, head: Head, window: number | undefined): void {
	const lowest = lowestHeight(head, window)
	if (window === undefined || height >= lowest) return
	throw new RpcFault(
		rpcCodes.invalidInput,
		`missing trie node: historical state of height ${height} is not available, lowest height is ${lowest}: ` +
			`this application is on the pruning network and answers heights ${lowest} to ${head.height}`,
	)
}

/**
 * The height whose state a method reads; undefined is the newest.
 *
 * @throws {RpcFault} for a block that is unknown or older than the application's window.
 */
export async function stateHeight(argument: BlockArgument, context: MethodContext): Promise<number | undefined> {
	if (argument.kind === 'newest') return undefined
	const head = await context.chain.head()
	const height = await heightOf(argument, head, context)
	if (height === undefined) throw new RpcFault(rpcCodes.invalidInput, 'header not found')
	checkWindow(height, head, context.window)
	return height
}

/**
 * The block an argument names, or undefined.
 *
 * @throws {RpcFault} if it is older than the application's window.
 */
export async function blockOf(argument: BlockArgument, context: MethodContext): Promise<ChainBlock | undefined> {
	const head = await context.chain.head()
	if (argument.kind === 'hash') {
		const block = await context.chain.blockByHash(argument.hash)
		if (block !== undefined) checkWindow(Number(block.block.header.height), head, context.window)
		return block
	}
	const height = argument.kind === 'newest' ? head.height : await heightOf(argument, head, context)
	if (height === undefined || height < 1) return undefined
	checkWindow(height, head, context.window)
	return context.chain.block(height)
}

async function heightOf(
	argument: Exclude<BlockArgument, { kind: 'newest' }>,
	head: Head,
	context: MethodContext,
): Promise<number | undefined> {
	switch (argument.kind) {
		case 'earliest':
			return lowestHeight(head, context.window)
		case 'height':
			// There is no block 0 on this chain: its first block carries the genesis state.
			return argument.height < 1n || argument.height > BigInt(head.height) ? undefined : Number(argument.height)
		case 'hash': {
			const block = await context.chain.blockByHash(argument.hash)
			return block === undefined ? undefined : Number(block.block.header.height)
		}
	}
}
