import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import {
	QueryParamsRequestSchema,
	QueryParamsResponseSchema,
} from '../../../../src/gen/cosmos/params/v1beta1/query_pb.js'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { makeBlock, openApp, startChain } from '../../app/testChain.ts'

async function chain() {
	const app = openApp()
	startChain(app)
	await makeBlock(app)
	const ask = (path: string, data: Uint8Array) => app.query({ path, data, height: 0n, prove: false })
	return {
		grpc: (subspace: string, key: string) =>
			ask(
				'/cosmos.params.v1beta1.Query/Params',
				encodeMessage(QueryParamsRequestSchema, create(QueryParamsRequestSchema, { subspace, key })),
			),
		raw: (text: string) => ask('custom/params/params', utf8(text)),
		legacy: (params: unknown, path = 'params') => ask(`custom/params/${path}`, utf8(JSON.stringify(params))),
	}
}

describe('parameter queries', () => {
	it('show a parameter as JSON, an unknown key as nothing', async () => {
		const { grpc } = await chain()
		const value = async (subspace: string, key: string) =>
			decodeMessage(QueryParamsResponseSchema, (await grpc(subspace, key)).value ?? new Uint8Array()).param?.value
		expect(await value('auth', 'TxSigLimit')).toBe('"7"')
		expect(await value('baseapp', 'BlockParams')).toBe('{"max_bytes":"200000","max_gas":"-1"}')
		expect(await value('auth', 'Nothing')).toBe('')
	})

	it('refuse an unknown subspace and an incomplete request', async () => {
		const { grpc } = await chain()
		expect(await grpc('nobody', 'x')).toMatchObject({ code: 18, log: 'nobody: unknown subspace: invalid request' })
		for (const [subspace, key] of [
			['auth', ''],
			['', 'TxSigLimit'],
			['', ''],
		] as const) {
			expect(await grpc(subspace, key)).toMatchObject({
				code: 18,
				log: 'rpc error: code = InvalidArgument desc = invalid request: invalid request',
			})
		}
	})

	it('legacy queries of parameters need a JSON object, and tell what there is instead', async () => {
		const { raw } = await chain()
		const told = async (text: string) => {
			const { code, codespace, log } = await raw(text)
			return [codespace, code, log]
		}
		const fault = (text: string) => ['sdk', 17, `${text}: failed to unmarshal JSON bytes`]
		expect(await told('')).toEqual(fault('UnmarshalJSON cannot decode empty bytes'))
		expect(await told('{')).toEqual(fault('unexpected end of JSON input'))
	})

	it('answer in legacy JSON too', async () => {
		const { legacy } = await chain()
		const { value } = await legacy({ Subspace: 'auth', Key: 'TxSigLimit' })
		expect(fromUtf8(value ?? new Uint8Array())).toBe(
			'{\n  "Subspace": "auth",\n  "Key": "TxSigLimit",\n  "Value": "\\"7\\""\n}',
		)
		expect(fromUtf8((await legacy({ Subspace: 'auth', Key: 'Nothing' })).value ?? new Uint8Array())).toBe(
			'{\n  "Subspace": "auth",\n  "Key": "Nothing",\n  "Value": ""\n}',
		)
		expect(await legacy({ Subspace: 'nobody', Key: 'x' })).toMatchObject({ code: 2, codespace: 'params' })
		expect(await legacy({ Subspace: 'auth', Key: 'TxSigLimit' }, 'other')).toMatchObject({
			code: 6,
			codespace: 'sdk',
			log: 'unknown query path: other: unknown request',
		})
	})
})
