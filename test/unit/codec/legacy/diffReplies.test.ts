import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FormRow, RestReplyText } from '../../../../src/codec/legacy/forms/Comparison.ts'
import { diffAccountForms } from '../../../../src/codec/legacy/forms/diffAccountForms.ts'
import { diffReplies } from '../../../../src/codec/legacy/forms/diffReplies.ts'

interface Row {
	readonly name: string
	readonly generation8: RestReplyText
	readonly generation9: RestReplyText
}

const file = new URL('../../../golden/legacy/accounts-8-9.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]

describe('both generations side by side', () => {
	test.each(rows.map((row) => [row.name, row] as const))('%s: every difference has its reason', (_, row) => {
		const diff = diffReplies(row.generation8, row.generation9)
		expect(diff.filter(({ explanation }) => explanation === '')).toEqual([])
		expect(valuesOf(diff, '8')).toEqual(leavesOf(row.generation8.body))
		expect(valuesOf(diff, '9')).toEqual(leavesOf(row.generation9.body))
		for (const { kind, path8, value8, path9, value9 } of diff) {
			if (kind === 'same') expect([path9, value9]).toEqual([path8, value8])
			if (kind === 'moved') expect([path9 === path8, value9]).toEqual([false, value8])
		}
	})

	test('there are 78 of them', () => expect(rows.length).toBe(78))

	test('balances read at different heights differ in one row each, which says why', () => {
		const reply = (height: string, amount: string): RestReplyText => ({
			status: 200,
			body: JSON.stringify({ height, result: [{ denom: 'uchain', amount }] }),
		})
		const diff = diffReplies(reply('7', '10'), reply('8', '11'))
		const whys = diff.map(({ meaning, kind, explanation }) => [meaning, kind, explanation])
		expect(whys).toContainEqual(['height', 'changed', 'The replies were read at different heights.'])
		expect(whys.filter(([, , why]) => String(why).startsWith('The balances differ')).length).toBeGreaterThan(0)
	})

	/** Kind and reason of each meaning of two replies. */
	const reasons = (body8: object, body9: object) =>
		Object.fromEntries(
			diffReplies({ status: 200, body: JSON.stringify(body8) }, { status: 200, body: JSON.stringify(body9) }).map(
				({ meaning, kind, explanation }) => [meaning, [kind, explanation]],
			),
		)

	test('replies to a transaction differ in each of their fields for the reason of that field', () => {
		const logs = (index: object) => JSON.stringify([{ ...index, log: '', events: [] }])
		const shared = { info: 'i', gas_wanted: '9', later: 1 }
		const tx8 = { ...shared, height: '7', txhash: 'A', raw_log: logs({ msg_index: 0 }), gas_used: '5', timestamp: 'a' }
		const tx9 = { ...shared, txhash: 'B', raw_log: logs({}), gas_used: '6', timestamp: 'b', codespace: '', data: '0A' }
		const found = reasons({ ...tx8, tx: { a: 1 } }, { ...tx9, tx: { a: 2 }, newer: 2 })
		expect(found).toMatchObject({
			'HTTP status': ['same', 'The same in both.'],
			height: ['omitted', 'Left out when it is 0: the transaction is in no block.'],
			hash: ['changed', expect.stringContaining('protobuf bytes')],
			codespace: ['added', expect.stringContaining('always told')],
			data: ['added', expect.stringContaining('hex of protobuf bytes')],
			'raw log': ['changed', expect.stringMatching(/^The logs as text: /)],
			information: ['same', 'The same in both.'],
			'gas wanted': ['same', 'The same in both.'],
			'gas used': ['changed', 'Stores and checks cost other amounts of gas.'],
			transaction: ['changed', 'timeout_height is new.'],
			time: ['changed', 'Another block.'],
			later: ['same', 'The same in both.'],
			newer: ['added', ''],
		})
	})

	test('a transaction that is refused has the reason of its code and of its log', () => {
		const [accepted, refused] = [
			{ txhash: 'A', raw_log: '[]' },
			{ txhash: 'A', raw_log: 'x: unauthorized' },
		]
		const several = 'The conversion marks the signatures of a threshold key'
		expect(reasons(accepted, { ...refused, code: 4 })).toMatchObject({
			code: ['added', expect.stringContaining(several)],
			'raw log': ['changed', 'A refusal instead of logs.'],
		})
		expect(reasons({ ...refused, code: 5 }, { ...accepted, code: 4 })).toMatchObject({
			code: ['changed', ''],
			'raw log': ['changed', expect.stringMatching(/^Texts of errors have the class last/)],
		})
		expect(reasons({ ...refused, code: 5 }, accepted)).toMatchObject({ code: ['omitted', ''] })
	})

	test('an error has the reason of its text, and its status that of the kind of reply', () => {
		const reasonOf = (error8: string, error9: string) => reasons({ error: error8 }, { error: error9 })['error text']
		expect(reasonOf('x', 'failed to decode JSON payload: x')).toEqual([
			'changed',
			'Errors of reading the body have a prefix.',
		])
		expect(reasonOf('decoding bech32 failed: x', 'y')).toEqual([
			'changed',
			'The bech32 reader words its errors differently.',
		])
		expect(reasonOf('x', 'y')).toEqual(['changed', 'The text of the error changed.'])
		const status = (status8: number, status9: number, body8: string, body9: string) => {
			const [row] = diffReplies({ status: status8, body: body8 }, { status: status9, body: body9 })
			return [row?.value8, row?.value9, row?.kind, row?.explanation]
		}
		expect(status(400, 500, '{"error":"x"}', '{"error":"x"}')).toEqual(['400', '500', 'changed', 'Another status.'])
		expect(status(404, 501, '404 page not found', '{"code":12}')).toEqual([
			...['404', '501', 'changed'],
			'Every unknown path and wrong method is answered with 501; it was 404 or 405.',
		])
	})

	const accounts = (name: string): readonly FormRow[] => {
		const row = rows.find((candidate) => candidate.name === name)!
		return diffAccountForms(row.generation8.body, row.generation9.body)
	}
	const kinds = (diff: readonly FormRow[]) => Object.fromEntries(diff.map(({ meaning, kind }) => [meaning, kind]))

	test('a base account that never signed loses its coins, its null key and its sequence', () => {
		expect(kinds(accounts('account: base account, never signed'))).toEqual({
			height: 'changed',
			'kind of account': 'renamed',
			address: 'same',
			coins: 'movedToOtherQuery',
			'public key': 'omitted',
			'account number': 'same',
			sequence: 'omitted',
		})
	})

	test('a reply without a body has no values, and one that is no JSON has its text as the only one', () => {
		const [nothing, plain] = ['', 'plain text'].map((body) => ({ status: 200, body }))
		for (const [body8, body9, values8, values9] of [
			[nothing, plain, [], ['plain text']],
			[plain, nothing, ['plain text'], []],
			[nothing, nothing, [], []],
		] as const) {
			const diff = diffReplies(body8!, body9!)
			expect([valuesOf(diff, '8'), valuesOf(diff, '9')]).toEqual([values8, values9])
		}
	})

	test('a vesting account is nested', () => {
		const row = accounts('account: periodic vesting account, signed, with delegations').find(
			({ meaning }) => meaning === 'sequence',
		)
		expect(row).toMatchObject({
			kind: 'moved',
			path8: '.result.value.sequence',
			path9: '.result.value.base_vesting_account.base_account.sequence',
			value9: '"2"',
		})
	})

	test('the numbers of a module account lose their quotes', () => {
		expect(kinds(accounts('account: module account with permissions'))).toMatchObject({
			'account number': 'typeChanged',
			sequence: 'typeChanged',
			'permissions of the module': 'same',
		})
	})

	test('a field that no rule knows shows without a reason', () => {
		const diff = diffAccountForms('{"result":{"value":{"memo":1}}}', '{"result":{"value":{"note":2}}}')
		expect(diff.map(({ kind, explanation }) => [kind, explanation])).toEqual([
			['omitted', ''],
			['added', ''],
		])
	})
})

/** The values a diff shows of one side, in no order. */
function valuesOf(diff: readonly FormRow[], side: '8' | '9'): readonly string[] {
	return diff
		.slice(1)
		.map((row) => (side === '8' ? row.value8 : row.value9))
		.filter((value) => value !== undefined)
		.flatMap((value) => leavesOf(value))
		.sort()
}

function leavesOf(text: string): readonly string[] {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return text === '' ? [] : [text]
	}
	const out: string[] = []
	const walk = (node: unknown): void => {
		const isOpen = node !== null && typeof node === 'object' && !Array.isArray(node)
		if (isOpen && Object.keys(node).length > 0) for (const member of Object.values(node)) walk(member)
		else out.push(typeof node === 'string' ? node : JSON.stringify(node))
	}
	walk(value)
	return out.sort()
}
