import { create } from '@bufbuild/protobuf'
import { type Event, EventAttributeSchema, EventSchema } from '../gen/tendermint/abci/types_pb.js'
import { goStringBytes } from '../util/goString.ts'
import type { AbciEvent } from './Application.ts'

/** Events with their texts as bytes, as the 0.34 line has them. */
export function eventMessages(events: readonly AbciEvent[]): Event[] {
	return events.map(({ type, attributes }) =>
		create(EventSchema, {
			type,
			attributes: attributes.map(({ key, value, index }) =>
				create(EventAttributeSchema, { key: goStringBytes(key), value: goStringBytes(value), index }),
			),
		}),
	)
}
