import { createContext, useContext } from 'react'

/** Cells a component has. Known before anything is laid out: the frame gives it, splits and panels make it smaller. */
export interface AreaSize {
	readonly width: number
	readonly height: number
}

/** The area of what is below; see `Area`. */
export const AreaContext = createContext<AreaSize>({ width: 80, height: 24 })

/** The cells this component has. */
export function useArea(): AreaSize {
	return useContext(AreaContext)
}
