import { z } from 'zod'

/** A point in time. */
export const time = z.int().describe('milliseconds since the Unix epoch')
