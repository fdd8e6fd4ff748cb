import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import type { QueryAllGreetResponse, QueryGetGreetResponse } from '../../../../src/gen/chain/greet/v1beta1/query_pb.js'
import {
	QueryAllGreetRequestSchema,
	QueryGetGreetRequestSchema,
} from '../../../../src/gen/chain/greet/v1beta1/query_pb.js'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { goString } from '../../../../src/util/goString.ts'
import { createModuleBench, messageOf, refusal, testAddress } from '../moduleBench.ts'

const owner = testAddress(7).text

describe('creating a greeting', () => {
	it('stores it under doubled prefixes, the first with id 0, and counts in decimal text', () => {
		const { greet, contextAt } = createModuleBench()
		const ctx = contextAt(1n)
		const message = messageOf(greet, 'MsgCreateGreet')
		expect(message.handle(ctx, create(MsgCreateGreetSchema, { owner, message: 'hello' }))).toEqual(new Uint8Array())
		const store = ctx.kvStore('greet')
		const stored = store.get(utf8('greet-value-greet-value-0'))
		expect(Buffer.from(stored ?? []).toString('latin1')).toBe(`\x0a\x2c${owner}\x12\x010\x1a\x05hello`)
		expect(fromUtf8(store.get(utf8('greet-count-greet-count-')) ?? new Uint8Array())).toBe('1')
		expect(ctx.events.events).toEqual([])
	})

	it('costs one read of the count and two writes', () => {
		const { greet, contextAt } = createModuleBench()
		const message = messageOf(greet, 'MsgCreateGreet')
		const first = contextAt(1n)
		message.handle(first, create(MsgCreateGreetSchema, { owner, message: 'hello' }))
		// facts: 1000 + 3n, 2000 + 30g, 2000 + 30n' with g = 56, n = 0, n' = 1
		expect(first.gasMeter.consumed).toBe(1000n + 2000n + 30n * 56n + 2000n + 30n)
		const second = contextAt(1n)
		message.handle(second, create(MsgCreateGreetSchema, { owner, message: 'hello' }))
		expect(second.gasMeter.consumed).toBe(1003n + 2000n + 30n * 56n + 2000n + 30n)
	})

	it('keeps bytes that are not UTF-8', () => {
		const { greet, contextAt } = createModuleBench()
		const ctx = contextAt(1n)
		greet.keeper.createGreet(ctx, owner, goString(Uint8Array.of(0x68, 0xff, 0x69)))
		const stored = ctx.kvStore('greet').get(utf8('greet-value-greet-value-0'))
		expect([...(stored ?? [])].slice(-3)).toEqual([0x68, 0xff, 0x69])
	})
})

it('panics when the stored count is no number, as the reference does', () => {
	const { greet, contextAt } = createModuleBench()
	const ctx = contextAt(1n)
	ctx.kvStore('greet').set(utf8('greet-count-greet-count-'), utf8('many'))
	expect(() => greet.keeper.createGreet(ctx, owner, 'hello')).toThrow('cannot decode greet count')
	expect(ctx.kvStore('greet').get(utf8('greet-value-greet-value-0'))).toBeUndefined()
})

describe('checking a greeting', () => {
	const { greet } = createModuleBench()
	const check = (fields: { owner: string; message: string }) =>
		refusal(() => messageOf(greet, 'MsgCreateGreet').validateBasic(create(MsgCreateGreetSchema, fields)))

	it.each([
		['', 'empty'],
		[' \t\n\v\f\r', 'ASCII white space'],
		['\u0085', 'next line'],
		['\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000', 'Unicode white space'],
	])('refuses the blank message %j (%s)', (message) => {
		expect(check({ owner, message })).toEqual(['greet', 2, 'must provide a greeting message'])
	})

	it.each(['\ufeff', '\u200b', '\u180e', '\0', ' x '])('accepts %j', (message) => {
		expect(check({ owner, message })).toBeUndefined()
	})

	it('looks at the owner before the message', () => {
		expect(check({ owner: 'nosuch', message: '' })).toEqual([
			'sdk',
			7,
			'invalid owner address (decoding bech32 failed: invalid bech32 string length 6): invalid address',
		])
		expect(check({ owner: '', message: 'x' })).toEqual([
			'sdk',
			7,
			'invalid owner address (empty address string is not allowed): invalid address',
		])
	})

	it('accepts an owner in upper case and asks the same account to sign', () => {
		const fields = { owner: owner.toUpperCase(), message: 'x' }
		expect(check(fields)).toBeUndefined()
		const signers = messageOf(greet, 'MsgCreateGreet').signers(create(MsgCreateGreetSchema, fields))
		expect(signers).toEqual([testAddress(7).raw])
	})
})

describe('reading greetings', () => {
	it('lists every greeting in order of creation, without a page', () => {
		const { greet, contextAt } = createModuleBench()
		const ctx = contextAt(1n)
		for (let i = 0; i < 12; i++) greet.keeper.createGreet(ctx, owner, `greeting ${i}`)
		const all = greet.queries[0]?.handlers.GreetAll?.(ctx, create(QueryAllGreetRequestSchema)) as QueryAllGreetResponse
		expect(all.greetings.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
		expect(all.greetings[11]?.message).toBe('greeting 11')
		expect(all.pagination).toBeUndefined()
	})

	it('finds one by the text of its id only', () => {
		const { greet, contextAt } = createModuleBench()
		const ctx = contextAt(1n)
		greet.keeper.createGreet(ctx, owner, 'hello')
		const ask = (id: string) =>
			greet.queries[0]?.handlers.Greet?.(ctx, create(QueryGetGreetRequestSchema, { id })) as QueryGetGreetResponse
		expect(ask('0').greeting?.message).toBe('hello')
		expect(() => ask('00')).toThrow('rpc error: code = NotFound desc = greeting 00 not found')
		expect(() => ask('7')).toThrow('rpc error: code = NotFound desc = greeting 7 not found')
		expect(() => ask('')).toThrow('rpc error: code = NotFound desc = greeting  not found')
	})
})
