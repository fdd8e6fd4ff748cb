import { expect, test } from 'vitest'
import { RequestNote, type RequestStart } from '../../../../src/serve/requests/RequestNote.ts'
import { requestDetail } from '../../../../src/serve/requests/requestDetail.ts'

/** What is shown of a request with these bodies. */
function detail(start: Partial<RequestStart>, body = '', reply = '', change: (note: RequestNote) => void = () => {}) {
	const note = new RequestNote(1, { listener: 'rest', from: '127.0.0.1', method: 'GET', path: '/', ...start })
	note.body.add(body)
	note.reply.add(reply)
	change(note)
	return requestDetail(note, 'http://h:1')
}

const withheld = 'not kept: it may hold passwords or keys'

test('a noted request is shown with its secrets masked, and with a line that sends it again without what its client adds', () => {
	const headers = [
		['Host', 'h:1'],
		['User-Agent', 'some client'],
		['X-Api-Key', 'key one'],
		['Authorization', 'Bearer two'],
		['X-Note', "it's"],
	] as const
	expect(detail({ path: '/txs?api_key=three&page=2', headers }, '', '{"token":"four","code":5}')).toMatchObject({
		path: '/txs?api_key=***&page=2',
		headers: [
			['Host', 'h:1'],
			['User-Agent', 'some client'],
			['X-Api-Key', '***'],
			['Authorization', '***'],
			['X-Note', "it's"],
		],
		body: '',
		reply: '{"token":"***","code":5}',
		code: 5,
		cut: false,
		curl: `curl -X GET 'http://h:1/txs?api_key=***&page=2' -H "X-Api-Key: $API_KEY" -H 'Authorization: ***' -H 'X-Note: it'\\''s'`,
	})
	expect(detail({ method: 'POST' }, '{"password":"five"}')).toMatchObject({
		body: '{"password":"***"}',
		reply: '',
		curl: `curl -X POST 'http://h:1/' --data-binary '{"password":"***"}'`,
	})
	const plain = new RequestNote(1, { listener: 'rest', from: '', method: 'GET', path: '/a' })
	expect(requestDetail(plain, undefined)).toMatchObject({ headers: [], curl: `curl -X GET '/a'` })
})

test('a noted call over gRPC or a websocket is sent again by the tool for it', () => {
	const grpc = (bodyText: string | undefined) =>
		detail({ method: 'gRPC', path: '/a.B/C' }, '\x00\x00', '\x01', (note) => {
			note.bodyText = bodyText
			note.replyText = bodyText && '{"secret":"s"}'
		})
	expect(grpc(undefined)).toMatchObject({ body: '\x00\x00', curl: 'grpcurl -plaintext http://h:1 a.B/C' })
	expect(grpc('{}')).toMatchObject({ body: '{}', curl: 'grpcurl -plaintext http://h:1 a.B/C' })
	expect(grpc('{"token":"t","n":1}')).toMatchObject({
		body: '{"token":"***","n":1}',
		reply: '{"secret":"***"}',
		curl: `grpcurl -plaintext -d '{"token":"***","n":1}' http://h:1 a.B/C`,
	})
	expect(detail({ method: 'WS', path: '/websocket', headers: [['X-Note', 'n']] }, '{"id":1}').curl).toBe(
		`curl -X POST 'http://h:1' -H 'Content-Type: application/json' --data '{"id":1}'`,
	)
})

test('bodies of a noted request that may hold passwords or keys are shown nowhere, and not even begun', () => {
	expect(detail({ method: 'POST', private: true }, '{"method":"six"}', '')).toMatchObject({
		body: withheld,
		reply: '',
		calls: '',
		curl: `curl -X POST 'http://h:1/' --data-binary ''`,
	})
	const unlock = '{"method":"personal_unlockAccount","params":["0x1","seven"]}'
	expect(detail({ method: 'POST' }, unlock, '{"result":true}')).toMatchObject({
		body: withheld,
		reply: withheld,
		calls: 'personal_unlockAccount',
		curl: `curl -X POST 'http://h:1/' --data-binary ''`,
	})
})

test('a noted request of which a part was cut says so', () => {
	const long = 'x'.repeat(16_385)
	expect([detail({}, long).cut, detail({}, '', long).cut, detail({}, long, long).cut]).toEqual([true, true, true])
	expect(detail({}, long).body).toBe('x'.repeat(16_384))
})

test('a noted request is told in one line with the first 64 characters of its client, hundredths of its time and the code of its reply', () => {
	const agents = [['uSER-aGENT', 'c'.repeat(65)]] as const
	expect(
		detail({ headers: agents }, '[]', '{"error":{"code":-32601}}', (note) => {
			note.ms = 1.23456
			note.status = 404
		}),
	).toMatchObject({ agent: 'c'.repeat(64), ms: 1.23, status: 404, code: -32_601, requestBytes: 2, replyBytes: 25 })
	for (const [reply, code] of [
		['{"tx_response":{"code":1}}', 1],
		['{"result":{"code":2}}', 2],
		['{"code":3}', 3],
		['{"code":"4"}', undefined],
		['no JSON', undefined],
	] as const)
		expect(detail({}, '', reply).code, reply).toBe(code)
	expect(detail({}, '', '{"code":3}', (note) => Object.assign(note, { code: 0 })).code).toBe(0)
})
