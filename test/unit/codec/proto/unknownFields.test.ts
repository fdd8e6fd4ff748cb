import { expect, test } from 'vitest'
import { rejectUnknownFields } from '../../../../src/codec/proto/rejectUnknownFields.ts'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { utf8 } from '../../../../src/util/bytes.ts'

/** A field of bytes; lengths below 128. */
const field = (number: number, bytes: readonly number[]): readonly number[] => [
	(number << 3) | 2,
	bytes.length,
	...bytes,
]
/** Field 1025, whose number says that a reader may ignore it, and field 99. */
const [ignorable, critical] = [
	[0x88, 0x40, 1],
	[0x98, 0x06, 1],
]
const coin = (extra: readonly number[]) => field(3, [...field(1, [...utf8('uchain')]), ...extra])
const any = (inAny: readonly number[], inMessage: readonly number[]) =>
	field(1, [...field(1, [...utf8('/cosmos.bank.v1beta1.MsgSend')]), ...field(2, inMessage), ...inAny])

test.each([
	['the body', [...any([], []), ...ignorable], [...any([], []), ...critical], '*tx.TxBody'],
	['the wrapping of a message', any(ignorable, []), any(critical, []), '*types.Any'],
	['a message', any([], ignorable), any([], critical), '*types.MsgSend'],
	['a coin of a message', any([], coin(ignorable)), any([], coin(critical)), '*types.Coin'],
])('an unknown field of %s is told where it may be ignored, and refused where not', (_, may, mayNot, type) => {
	const reject = (bytes: readonly number[], allow: boolean) =>
		rejectUnknownFields(TxBodySchema, Uint8Array.from(bytes), allow, () => MsgSendSchema)
	expect(reject(may, true)).toBe(true)
	expect(() => reject(may, false)).toThrow(`errUnknownField "${type}": {TagNum: 1025, WireType:"varint"}`)
	expect(() => reject(mayNot, true)).toThrow(`errUnknownField "${type}": {TagNum: 99, WireType:"varint"}`)
	expect(reject(any([], coin([])), true)).toBe(false)
})
