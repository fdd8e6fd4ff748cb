/** Name of the module, and the value of its `message.module` event attribute. */
export const vestingModuleName = 'vesting'
