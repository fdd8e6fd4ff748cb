import { createContext, useContext } from 'react'
import { BugError } from '../../../errors/UserError.ts'
import type { UiApp } from '../UiApp.ts'

/** The app of the components. It never changes, so it causes no redraws. */
export const AppContext = createContext<UiApp | undefined>(undefined)

/** The app this component belongs to. */
export function useApp(): UiApp {
	const app = useContext(AppContext)
	if (app === undefined) throw new BugError('a component of the kit is drawn outside of an AppContext')
	return app
}
