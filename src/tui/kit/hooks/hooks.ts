import { type DOMElement, useIsScreenReaderEnabled } from 'ink'
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { BugError } from '../../../errors/UserError.ts'
import type { Theme } from '../theme/Theme.ts'
import type { UiApp } from '../UiApp.ts'
import type { HitHandlers } from './HitBoxes.ts'

/** The app of the components. It never changes, so it causes no redraws. */
export const AppContext = createContext<UiApp | undefined>(undefined)

/** The app this component belongs to. */
export function useApp(): UiApp {
	const app = useContext(AppContext)
	if (app === undefined) throw new BugError('a component of the kit is drawn outside of an AppContext')
	return app
}

/** Size of a component in cells. It is known before layout: the frame sets it, splits and panels reduce it. */
export interface AreaSize {
	readonly width: number
	readonly height: number
}

/** The area of the components below; see `Area`. */
export const AreaContext = createContext<AreaSize>({ width: 80, height: 24 })

/** The area of this component. */
export function useArea(): AreaSize {
	return useContext(AreaContext)
}

/** Whether the output is for a screen reader: no frames, everything in one column. */
export function usePlain(): boolean {
	return useIsScreenReaderEnabled()
}

/** Reads a value of the app and redraws when it changes. @param select Returns a primitive or a stable object. */
export function useModel<Value>(select: (app: UiApp) => Value): Value {
	const app = useApp()
	return useSyncExternalStore(app.frames.subscribe, () => select(app))
}

/** Redraws the component whenever a model changes (`app.touch()`), as models are plain objects. */
export function useChanges(): void {
	useModel(versionOf)
}

/** Current time for ages, in milliseconds since the epoch; steps once a second. */
export function useNow(): number {
	return useModel(nowOf)
}

/** The current theme. */
export function useTheme(): Theme {
	return useModel(themeOf)
}

const versionOf = (app: UiApp): number => app.version
const nowOf = (app: UiApp): number => app.now
const themeOf = (app: UiApp): Theme => app.theme

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
