import type { CallNode } from '../../client/index.ts'
import { callTreeLine, callTreeRows } from '../../codec/evm/callTreeRows.ts'
import { safeLine } from '../../util/safeLine.ts'
import type { CommandContext } from '../CommandContext.ts'
import { printResult } from '../printResult.ts'

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
