import type { DOMElement } from 'ink'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useApp } from './AppContext.ts'
import type { HitHandlers } from './HitBoxes.ts'

/** Makes a box handle the mouse: `<Box ref={useHit({ onClick })}>`. Use one for a whole list, not one per row. */
export function useHit(handlers: HitHandlers): RefObject<DOMElement | null> {
	const { hits } = useApp()
	const node = useRef<DOMElement>(null)
	const latest = useRef(handlers)
	useLayoutEffect(() => {
		latest.current = handlers
	})
	useLayoutEffect(() => hits.add({ node: () => node.current, handlers: () => latest.current }), [hits])
	return node
}
