import { expect, test } from 'vitest'
import type { ArgType } from '../../../../src/api/rpc/args/ArgType.ts'
import { getArgs } from '../../../../src/api/rpc/args/readArgs.ts'

/** What is read of an argument in a URL, or what is said of it. */
function argOf(type: ArgType, text: string): unknown {
	try {
		return getArgs([['arg', type]], new Map([['arg', text]])).arg
	} catch (fault) {
		return (fault as Error).message
	}
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const noInteger = (text: string) => `invalid 64-bit integer encoding ${JSON.stringify(text)}, expected string`

// tendermint v0.34.15 rpc/jsonrpc/server/http_uri_handler.go nonJSONStringToArg, libs/json decode.
test.each<readonly [type: ArgType, text: string, read: unknown]>([
	['int64', '', 0n],
	['int64?', '', undefined],
	['int64', '5', 5n],
	['int64', '-5', -5n],
	['int64', '"5"', 5n],
	['int?', '5', 5n],
	['uint', '5', 5n],
	['uint', '"5"', 5n],
	['int64', 'null', 0n],
	['int64?', 'null', undefined],
	['int64', '+5', noInteger('+5')],
	['int64', '5x', noInteger('5x')],
	['int64', '"5', noInteger('"5')],
	['int64', '5"', noInteger('5"')],
	['uint', 'true', noInteger('true')],
	['int64', '0x5', "got a hex string arg, but expected 'int64'"],
	['uint', '0X5', "got a hex string arg, but expected 'uint'"],
	['bool', '0x5', "got a hex string arg, but expected 'bool'"],
	['bool', 'true', true],
	['bool', '"true"', 'json: cannot unmarshal string into Go value of type bool'],
	['string', '0x4142', 'AB'],
	['string', '0X4142', 'AB'],
	['string', '"5"', '5'],
	['string', '5', 'json: cannot unmarshal number into Go value of type string'],
	['bytes', '0x4142', bytes('AB')],
	['tx', '0x4142', bytes('AB')],
	['hexBytes', '0x4142', bytes('AB')],
	['bytes', '0x414', 'encoding/hex: odd length hex string'],
	['tx', '"AB"', bytes('AB')],
	['hexBytes', '"AB"', bytes('AB')],
	['hexBytes', 'AB', 'invalid hex string: AB'],
	['hexBytes', 'AB"', 'invalid hex string: AB"'],
	['hexBytes', '"AB', 'invalid hex string: "AB'],
	['hexBytes', 'null', bytes('')],
	['tx', 'null', bytes('')],
	['tx', 'AB', "invalid character 'A' looking for beginning of value"],
])('an argument of type %s is read from %j in a URL', (type, text, read) => {
	expect(argOf(type, text)).toEqual(read)
})
