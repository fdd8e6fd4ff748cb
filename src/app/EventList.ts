import type { AbciEvent } from '../abci/Application.ts'
import type { EventManager } from './Context.ts'

/** The event manager of a context: a list that only grows (framework: types/events.go EventManager). */
export class EventList implements EventManager {
	readonly events: AbciEvent[] = []

	emit(type: string, attributes: readonly (readonly [key: string, value: string])[]): void {
		this.events.push({ type, attributes: attributes.map(([key, value]) => ({ key, value, index: false })) })
	}
}

/** The same events with every attribute marked for the index, as for a successful result (MarkEventsToIndex). */
export function markForIndex(events: readonly AbciEvent[]): readonly AbciEvent[] {
	return events.map(({ type, attributes }) => ({
		type,
		attributes: attributes.map(({ key, value }) => ({ key, value, index: true })),
	}))
}
