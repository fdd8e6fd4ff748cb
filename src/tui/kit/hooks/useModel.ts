import { useSyncExternalStore } from 'react'
import type { Theme } from '../theme/Theme.ts'
import type { UiApp } from '../UiApp.ts'
import { useApp } from './AppContext.ts'

/**
 * One value of the app; the component is drawn again when it is another one.
 *
 * @param select Gives a primitive or something that is kept, never something made anew: that would be drawn for ever.
 */
export function useModel<Value>(select: (app: UiApp) => Value): Value {
	const app = useApp()
	return useSyncExternalStore(app.frames.subscribe, () => select(app))
}

/**
 * Draws the component again whenever a model says that it changed (`app.touch()`). Models are plain objects that are read
 * while drawing: what shows one calls this, its rows are memoized.
 */
export function useChanges(): void {
	useModel(versionOf)
}

/** The time by which ages are told, in milliseconds since the epoch; steps once a second. */
export function useNow(): number {
	return useModel(nowOf)
}

/** What the meanings of the screen look like now. */
export function useTheme(): Theme {
	return useModel(themeOf)
}

const versionOf = (app: UiApp): number => app.version
const nowOf = (app: UiApp): number => app.now
const themeOf = (app: UiApp): Theme => app.theme
