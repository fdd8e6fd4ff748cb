import { expect, test } from 'vitest'
import { jsonArg } from '../../../../src/api/rpc/args/readArgs.ts'
import { decodeAnyBase64 } from '../../../../src/codec/goJson/goBase64.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import { seededRandom } from '../../../support/random.js'

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Mostly right base64, also with bits behind the last byte, with line ends, cut and with foreign characters. */
function text(): string {
	const bytes = Buffer.from(Array.from({ length: below(70) }, () => below(256)))
	let made = bytes.toString('base64')
	if (below(3) === 0) made = made.replace(/.(?==)/, () => letters[below(64)]!)
	if (below(4) === 0) made = `${made.slice(0, below(60))}\n${made.slice(below(60))}`
	if (below(4) === 0) made = made.slice(0, below(made.length + 1))
	if (below(4) === 0) made = `${made}${'=!\r '[below(4)]}`
	return made
}

function read(run: () => unknown): unknown {
	try {
		return run()
	} catch (fault) {
		return (fault as Error).message
	}
}

test('bytes of a JSON argument are those of Go’s standard base64, and so are its refusals', () => {
	let [good, bad] = [0, 0]
	for (let round = 0; round < 3000; round++) {
		const made = text()
		const expected = read(() => decodeAnyBase64(made.replaceAll('+', '-').replaceAll('/', '_')))
		expect(
			read(() => jsonArg('tx', parseJson(JSON.stringify(made)))),
			made,
		).toEqual(expected)
		if (typeof expected === 'string') bad++
		else good++
	}
	expect(Math.min(good, bad)).toBeGreaterThan(300)
})
