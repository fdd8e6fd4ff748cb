import { expect, it } from 'vitest'
import type { RequestDetail, RequestSummary } from '../../../../src/client/index.ts'
import { OpenedRequest } from '../../../../src/tui/screens/requests/OpenedRequest.ts'

const summary = { id: 7, method: 'POST', replyBytes: 1, requestBytes: 2_048 } as unknown as RequestSummary
const detail = {
	...{ reply: '{"a":[1,2,3]}', body: 'plain text\nof lines', cut: false },
	headers: [['host', 'localhost']],
} as unknown as RequestDetail

it('an opened request has its parts in order, JSON as a tree, and the keys go to the one in front', () => {
	const opened = new OpenedRequest(summary, detail)
	expect(opened.parts.map(({ id, remark, tree }) => [id, remark, tree !== undefined])).toEqual([
		['reply', '1 byte', true],
		['request', '2,048 bytes', false],
		['headers', '', true],
	])
	const reply = opened.reply.tree!
	opened.move(2)
	expect(reply.cursor.selected).toBe(2)
	opened.edge('last')
	expect(reply.cursor.selected).toBe(6)
	reply.cursor.window(3)
	opened.page(-1)
	expect(reply.cursor.selected).toBe(4)
	opened.nextPart()
	const { scroll } = opened.front
	scroll.window(Array.from({ length: 20 }, String), 5)
	opened.move(3)
	opened.page(1)
	expect([opened.front.id, scroll.top]).toEqual(['request', 7])
	opened.edge('last')
	expect([scroll.top, reply.cursor.selected]).toEqual([15, 4])
	opened.nextPart()
	opened.nextPart()
	expect(opened.front.id).toBe('reply')
})

it('a request that was sent again has the new reply in front, and says whether it is the same', () => {
	const opened = new OpenedRequest(summary, detail)
	opened.sentAgain({ status: 200, ms: 3.21, body: ' {"a":[1,2,3]}\n' } as never)
	expect([opened.front.id, opened.front.remark]).toEqual(['again', 'status 200, 3.2 ms, the same reply'])
	opened.sentAgain({ status: 500, ms: 30, body: 'no' } as never)
	expect([opened.parts.map(({ id }) => id), opened.front.remark]).toEqual([
		['reply', 'request', 'headers', 'again'],
		'status 500, 30 ms, another reply',
	])
	const cut = new OpenedRequest(
		{ ...summary, method: 'gRPC' } as RequestSummary,
		{ ...detail, cut: true } as RequestDetail,
	)
	cut.sentAgain({ status: 0, ms: 1, body: '' } as never)
	expect([...cut.parts.map(({ remark }) => remark)]).toEqual([
		...['1 byte, the first 16,384 bytes', '2,048 bytes, the first 16,384 bytes', '', '1.0 ms'],
	])
})

it('the parts of an opened request begin folded from the sixth depth on', () => {
	const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) })
	const opened = new OpenedRequest(summary, { ...detail, reply: JSON.stringify(nested(8)) } as RequestDetail)
	const rows = opened.reply.tree!.rows.map(({ depth, kind }) => `${depth} ${kind}`)
	expect(rows.slice(0, 8)).toEqual(['0 open', '1 open', '2 open', '3 open', '4 open', '5 open', '6 folded', '5 close'])
})

it('a text with a number longer than a double holds, or that is no JSON, is shown as it is', () => {
	const treeOf = (reply: string): boolean =>
		new OpenedRequest(summary, { ...detail, reply } as RequestDetail).front.tree !== undefined
	expect(
		['{"a":123456789012345}', '{"a":1234567890123456}', '[-1234567890123456]', '{"a":"1234567890123456"}'].map(treeOf),
	).toEqual([...[true, false, false, true]])
	expect([' [1]', '"text"', '{"a":', '', '1'].map(treeOf)).toEqual([true, false, false, false, false])
})
