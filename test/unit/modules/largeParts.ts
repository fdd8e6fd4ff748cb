import type { Json } from '../../../src/app/AppModule.ts'
import { LargePart } from '../../../src/app/genesis/LargePart.ts'
import { JsonScanner, memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { utf8 } from '../../../src/util/bytes.ts'

/** A module's part of a genesis as one that is larger than the memory is read. */
export function largePart(state: Json | string): LargePart {
	const text = typeof state === 'string' ? state : JSON.stringify(state)
	const source = memorySource(utf8(`{"part": ${text}}`))
	return new LargePart(source, new JsonScanner(source).document({ part: {} }).get('part')!)
}
