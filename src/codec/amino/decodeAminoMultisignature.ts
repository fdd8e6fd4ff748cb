import { ChainError } from '../../errors/ChainError.ts'
import { plainError } from '../../errors/plainError.ts'
import { toHexUpper } from '../../util/bytes.ts'
import { AminoFields, AminoReader, readList, readNested, typ3 } from './AminoReader.ts'
import type { AminoMultisignature } from './aminoBinary.ts'

const structName = 'multisig.AminoMultisignature'

/**
 * Reads the bytes of a multisignature of a legacy transaction as amino reads a struct: fields in ascending order, those
 * without a place here skipped, empty bytes a value without any.
 *
 * @throws a plain error with amino's text, which tells how far it read and repeats the bytes (go-amino v0.16.0
 * binary-decode.go, cosmos-sdk v0.44.5 crypto/types/multisig/multisignature.go)
 */
export function decodeAminoMultisignature(bytes: Uint8Array): AminoMultisignature {
	const reader = new AminoReader(bytes)
	const fields = new AminoFields(reader, structName)
	try {
		const bits = fields.read(1, typ3.byteLength, () => readBits(reader))
		const signatures = readList(
			reader,
			2,
			() => reader.byteSlice(),
			() => noBytes,
		)
		fields.skipRest()
		return { bits, signatures }
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw plainError(`unmarshal to ${structName} failed after ${reader.pos} bytes (${error.log}): ${toHexUpper(bytes)}`)
	}
}

function readBits(outer: AminoReader): AminoMultisignature['bits'] {
	return readNested(outer, (inner) => {
		const fields = new AminoFields(inner, 'types.CompactBitArray')
		const extraBitsStored = fields.read(1, typ3.varint, () => Number(BigInt.asUintN(32, inner.uvarint()))) ?? 0
		const elems = fields.read(2, typ3.byteLength, () => inner.byteSlice()) ?? noBytes
		fields.skipRest()
		return { extraBitsStored, elems }
	})
}

const noBytes: Uint8Array = new Uint8Array(0)
