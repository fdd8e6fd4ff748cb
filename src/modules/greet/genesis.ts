import type { Json } from '../../app/AppModule.ts'

/** The module's genesis state has no fields: greetings start from none and are not exported. */
export const emptyGenesis: Json = {}
