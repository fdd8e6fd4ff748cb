import { useIsScreenReaderEnabled } from 'ink'

/** Whether this is drawn for a screen reader: no frames, one thing below the other. */
export function usePlain(): boolean {
	return useIsScreenReaderEnabled()
}
