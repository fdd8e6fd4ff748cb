import { useSyncExternalStore } from 'react'
import type { Theme } from '../theme/Theme.ts'
import type { UiApp } from '../UiApp.ts'
import { useApp } from './AppContext.ts'

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
